export * from './answer/answer-prompt.ts';
export { fitPassages } from './answer/fit-passages.ts';
export { toRetrievalQuery } from './answer/retrieval-query.ts';
export { type AnswerTask, type WrittenAnswer, writeAnswer } from './answer/write-answer.ts';
export type {
  AnswerEvent,
  AnswerModel,
  AnswerRequest,
  ModelMessage,
  ModelSource,
  ModelUsage,
} from './answer-model.ts';
export { type CheckedAnswer, checkCitations } from './citations/check-citations.ts';
export { defuseMarkers } from './citations/citation-markers.ts';
export { type NumberedSource, numberSources, withoutRepeats } from './citations/source.ts';
export { type ChatSentences, chatSentencesFor } from './language/chat-sentences.ts';
export { detectLanguage, type Language } from './language/detect-language.ts';
export type { Exchange, Passage } from './passage.ts';
export { countCodePoints } from './text/code-points.ts';
export { estimateTokens } from './text/estimate-tokens.ts';
export { shorten } from './text/shorten.ts';
export { type Sentence, splitSentences } from './text/split-sentences.ts';
