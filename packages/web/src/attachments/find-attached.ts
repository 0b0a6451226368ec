import type { Collection } from '@lectern/contracts';

/** The collection of the files that are attached to a conversation. */
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

/** Its end tells to which conversation a collection belongs. */
export function describeAttached(conversationId: string): string {
  return `Files of the conversation ${location.origin}${chatPath(conversationId)}`;
}

/** Of files that wait for the first question of a conversation. */
export const waitingDescription =
  'Files attached before a conversation was begun. They go after a week without one.';

const waitingMs = 7 * 24 * 60 * 60 * 1_000;

/** Whether nobody has used or changed it since its files were attached, a week ago or more. */
export function isForgotten({ description, updated_at }: Collection, now = Date.now()): boolean {
  return description === waitingDescription && now - Date.parse(updated_at) > waitingMs;
}

function chatPath(conversationId: string): string {
  return `/chat/${conversationId}`;
}
