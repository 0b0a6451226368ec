import type { Collection } from '@lectern/contracts';

export function findAttached(
  collections: readonly Collection[] | undefined,
  conversationId: string | undefined,
): Collection | undefined {
  if (!conversationId) return undefined;
  return collections?.find(
    ({ permission, description }) =>
      permission === 'manage' && description.endsWith(chatPath(conversationId)),
  );
}

/** The description of a collection ends with the id of its conversation. */
export function describeAttached(conversationId: string): string {
  return `Files of the conversation ${location.origin}${chatPath(conversationId)}`;
}

/** Description of a collection whose conversation has no question yet. */
export const waitingDescription =
  'Files attached before a conversation was begun. They go after a week without one.';

const waitingMs = 7 * 24 * 60 * 60 * 1_000;

/** Returns true if the collection belongs to no conversation and has not changed for a week. */
export function isForgotten({ description, updated_at }: Collection, now = Date.now()): boolean {
  return description === waitingDescription && now - Date.parse(updated_at) > waitingMs;
}

function chatPath(conversationId: string): string {
  return `/chat/${conversationId}`;
}
