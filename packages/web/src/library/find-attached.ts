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

/**
 * Returns the ids of the collections with files of conversations. They are shown with their
 * conversations only.
 */
export function listAttachments(collections: readonly Collection[]): readonly string[] {
  const files = collections.filter(
    ({ parent_id, description }) =>
      parent_id !== null &&
      (description === waitingDescription || description.startsWith(descriptionStart)),
  );
  const homes = new Set(files.map(({ parent_id }) => parent_id));
  const others = new Set(
    collections.filter((one) => !files.includes(one)).map(({ parent_id }) => parent_id),
  );
  return [
    ...files,
    ...collections.filter(
      ({ id, document_count }) => homes.has(id) && !others.has(id) && document_count === 0,
    ),
  ].map(({ id }) => id);
}

const descriptionStart = 'Files of the conversation ';

/** The description of a collection ends with the id of its conversation. */
export function describeAttached(conversationId: string): string {
  return `${descriptionStart}${location.origin}${chatPath(conversationId)}`;
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
