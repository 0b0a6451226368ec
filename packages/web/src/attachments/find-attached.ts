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

/** Of files that wait for the first question of a conversation. */
export const waitingDescription =
  'Files attached before a conversation was begun. They go after a week without one.';

const waitingMs = 7 * 24 * 60 * 60 * 1_000;
const maxForgotten = 20;

/** Some collections whose conversation was never begun, and that nobody has changed since. */
export function listForgotten(
  collections: readonly Collection[],
  now = Date.now(),
): readonly Collection[] {
  return collections
    .filter(
      ({ description, permission, updated_at }) =>
        description === waitingDescription &&
        permission === 'manage' &&
        now - Date.parse(updated_at) > waitingMs,
    )
    .slice(0, maxForgotten);
}

function chatPath(conversationId: string): string {
  return `/chat/${conversationId}`;
}
