export {
  type Answer,
  abstain,
  answerFromSources,
  answerQuestion,
  checkAnswer,
} from './answer-question.ts';
export { checkCitations } from './citations/check-citations.ts';
export { createCitationId } from './citations/citation-id.ts';
export { answerTokensOf, fitHistory, fitQuestion, sourceTokensOf } from './fitting/fit-context.ts';
export { fitByRelevance, withoutRepeats } from './fitting/fit-passages.ts';
export type { Sentences } from './language/messages/sentences.ts';
export { sentencesFor } from './language/sentences-for.ts';
export { answerSmallTalk } from './language/small-talk.ts';
export { type NumberedSource, numberDocuments } from './numbered-source.ts';
export type { Exchange, Passage } from './passage.ts';
export { formatSources, ruleTokens } from './prompts/answer-prompt.ts';
export { addInstructions } from './prompts/assistant-prompt.ts';
export { type RetrievedSources, retrieveSources, type SearchBudget } from './retrieve-sources.ts';
export type { FoundPassages, Retriever, RetrieverQuery } from './retriever.ts';
export { chooseQueries } from './retrieving/choose-queries.ts';
export { toRetrievalQuery } from './retrieving/retrieval-query.ts';
export { toMessages } from './to-messages.ts';
export { readReply } from './writing/read-reply.ts';
export { writeAnswer } from './writing/write-answer.ts';
