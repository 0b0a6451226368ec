import type { Source } from '../citations/source.ts';
import { type ChatMessage, citationsOf } from './chat-message.ts';

/** Returns the citation that the address names, once its message is loaded. */
export function findOpenSource(
  messages: readonly ChatMessage[],
  key: string | undefined,
): Source | undefined {
  if (key === undefined) return undefined;
  const messageId = key.slice(0, key.lastIndexOf('.'));
  return listSources(messages, messageId).find((source) => source.key === key);
}

/** Returns the citations of a message in the order of their numbers. */
export function listSources(messages: readonly ChatMessage[], messageId: string): Source[] {
  const message = messages.find(({ id }) => id === messageId);
  const citations = message ? (citationsOf(message)?.citations ?? []) : [];
  return citations.map((citation) => ({
    key: `${messageId}.${citation.n}`,
    messageId,
    n: citation.n,
    citation,
  }));
}
