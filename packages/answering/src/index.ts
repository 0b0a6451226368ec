export * from './answer/answer-prompt.ts';
export { fitPassages } from './answer/fit-passages.ts';
export { findLastQuestion, toRetrievalQuery } from './answer/retrieval-query.ts';
export {
  type AnswerListener,
  type AnswerTask,
  type WrittenAnswer,
  writeAnswer,
} from './answer/write-answer.ts';
export { checkCitations } from './citations/check-citations.ts';
export { createCitationId } from './citations/citation-id.ts';
export { defuseMarkers } from './citations/citation-markers.ts';
export { MarkerStream } from './citations/marker-stream.ts';
export {
  type NumberedSource,
  numberDocuments,
  withoutRepeats,
} from './citations/source.ts';
export { asksForCode } from './evidence/asks-for-code.ts';
export { scoreUnits } from './evidence/score-units.ts';
export { supportsAnswer, weighEvidence } from './evidence/weigh-evidence.ts';
export { withoutOwnDocuments } from './evidence/without-own-documents.ts';
export { withoutPlace } from './evidence/without-place.ts';
export type { Sentences } from './language/catalogue/sentences.ts';
export { detectLanguage, type Language } from './language/detect-language.ts';
export { sentencesFor } from './language/sentences-for.ts';
export { answerSmallTalk } from './language/small-talk.ts';
export * from './language-model.ts';
export type { Exchange, Passage } from './passage.ts';
export { countCodePoints } from './text/code-points.ts';
export {
  costOfLineBreak,
  costOfToken,
  estimateCost,
  estimateTokens,
  fitTokens,
} from './text/estimate-tokens.ts';
export { areNames, areYears, holdValues, nameRows, startsWithHeader } from './text/header-row.ts';
export { shorten } from './text/shorten.ts';
export { type Sentence, splitSentences } from './text/split-sentences.ts';
export { findTableRows, sayRow } from './text/table-rows.ts';
