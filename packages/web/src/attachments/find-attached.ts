import type { Collection } from '@lectern/contracts';

/** The collection of the files that are attached to a conversation. */
export function findAttached(
  collections: readonly Collection[] | undefined,
  conversationId: string | undefined,
): Collection | undefined {
  if (!conversationId) return undefined;
  return collections?.find(({ description }) => description.endsWith(chatPath(conversationId)));
}

/** Its end tells to which conversation a collection belongs. */
export function describeAttached(conversationId: string): string {
  return `Files of the conversation ${location.origin}${chatPath(conversationId)}`;
}

function chatPath(conversationId: string): string {
  return `/chat/${conversationId}`;
}
