import { shorten } from '@lectern/retrieval/text';
import type { Exchange } from '../passage.ts';
import { leansBack } from './leans-back.ts';

/** What the search takes at most. */
const maxQueryLength = 2_000;
const maxEarlierLength = 300;
const maxAnswerLength = 160;
/** Exchanges that a follow-up may reach back. */
const maxTurnsBack = 3;

/**
 * What to search for: the message itself, and before one that leans on the conversation what it
 * leans on: the exchanges back to the last question that stood alone. Answers count, since they
 * often name what comes next ("Who wrote it? – Ann Lee. – Where was she born?").
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
