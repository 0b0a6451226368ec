import type { ModelMessage, ResponseSchema } from '@lectern/models';
import type { Exchange } from '../passage.ts';
import { maxSearches } from '../retriever.ts';
import { toMessages } from '../to-messages.ts';

/** Increase the version with each change of the texts. */
export const searchPrompt = {
  version: 2,
  call: `You find what is needed to answer the user's last message. Call the tool with a search query that stands for itself: name what the message points back to. Where one query may miss it, make up to ${maxSearches} calls at once, each with other words or for another part of the message. For a comparison make one call for each thing that is compared. Keep the language of the message.`,
  write: `You find what is needed to answer the user's last message. Write a search query that stands for itself: name what the message points back to. Where one query may miss it, write up to ${maxSearches}, each on a line of its own, with other words or for another part of the message. For a comparison write one query for each thing that is compared. Keep the language of the message. Write the queries and nothing else.`,
  reply: 'Reply with one JSON object: queries is the list of the queries.',
} as const;

/** The queries of a model that honours JSON schemas. */
export const queriesSchema: ResponseSchema = {
  name: 'queries',
  instructions: searchPrompt.reply,
  schema: {
    type: 'object',
    properties: { queries: { type: 'array', items: { type: 'string' } } },
    required: ['queries'],
    additionalProperties: false,
  },
};

/** Returns the prompt with which a model chooses search queries, by calls of a tool or as a text. */
export function buildSearchPrompt(
  kind: 'call' | 'write',
  question: string,
  history: readonly Exchange[],
): ModelMessage[] {
  return [
    { role: 'system', content: searchPrompt[kind] },
    ...toMessages(history),
    { role: 'user', content: question },
  ];
}
