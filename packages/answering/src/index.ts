export * from './answer/answer-prompt.ts';
export { fitPassages } from './answer/fit-passages.ts';
export { toRetrievalQuery } from './answer/retrieval-query.ts';
export {
  type AnswerListener,
  type AnswerTask,
  type WrittenAnswer,
  writeAnswer,
} from './answer/write-answer.ts';
export { checkCitations } from './citations/check-citations.ts';
export { createCitationId } from './citations/citation-id.ts';
export { MarkerStream } from './citations/marker-stream.ts';
export {
  type NumberedSource,
  numberDocuments,
  withoutRepeats,
} from './citations/source.ts';
export type { Sentences } from './language/catalogue/sentences.ts';
export { sentencesFor } from './language/sentences-for.ts';
export { answerSmallTalk } from './language/small-talk.ts';
export type { Exchange, Passage } from './passage.ts';
