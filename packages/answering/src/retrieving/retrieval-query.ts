import { shorten } from '@lectern/retrieval/text';
import type { Exchange } from '../passage.ts';

/** Maximum characters of a query that the search accepts. */
const maxQueryLength = 2_000;
const maxEarlierLength = 300;

/** Returns the query for a message: the previous question of the conversation, then the message. */
export function toRetrievalQuery(message: string, history: readonly Exchange[]): string {
  const previous = history.at(-1);
  const context = previous ? `${shorten(previous.question, maxEarlierLength)} ` : '';
  return shorten(`${context}${message}`.replaceAll(/\s+/g, ' ').trim(), maxQueryLength);
}
