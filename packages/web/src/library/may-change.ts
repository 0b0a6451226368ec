import type { Collection, Document } from '@lectern/contracts';

/** Returns true if the person may move, replace and delete a document. */
export function mayChange(
  { collection_id }: Document,
  collections: readonly Collection[],
): boolean {
  const collection = collections.find(({ id }) => id === collection_id);
  return collection !== undefined && collection.permission !== 'read';
}
