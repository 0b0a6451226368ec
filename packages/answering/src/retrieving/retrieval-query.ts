import { shorten } from '@lectern/retrieval/text';
import type { Exchange } from '../passage.ts';
import { leansBack } from './leans-back.ts';

/** Maximum characters of a query that the search accepts. */
const maxQueryLength = 2_000;
const maxEarlierLength = 300;
const maxAnswerLength = 160;
/** Maximum number of exchanges that a follow-up refers to. */
const maxTurnsBack = 3;

/**
 * Returns the query for a message. A message that is understood only with the conversation is
 * preceded by the exchanges back to the last question that stood alone. Answers count, since they
 * often name what the follow-up refers to ("Who wrote it? – Ann Lee. – Where was she born?").
 */
export function toRetrievalQuery(message: string, history: readonly Exchange[]): string {
  const topic: string[] = [];
  let current = message;
  for (const { question, answer } of history.slice(-maxTurnsBack).toReversed()) {
    if (!leansBack(current)) break;
    topic.unshift(shorten(question, maxEarlierLength), firstSentence(answer));
    current = question;
  }
  const query = [...topic, message].join(' ').replaceAll(/\s+/g, ' ').trim();
  return shorten(query, maxQueryLength);
}

function firstSentence(answer: string): string {
  const plain = answer.replaceAll(/\[\d{1,3}\]/g, '').trim();
  const [sentence = ''] = /^.*?(?:[.!?](?=\s+\p{Lu}|$)|[。！？]|$)/u.exec(plain) ?? [];
  return shorten(sentence, maxAnswerLength);
}
