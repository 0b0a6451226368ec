import type { Collection, CollectionSettings, GrantList, Rechunked } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { readAllPages } from '../api/read-all-pages.ts';

const maxNames = 50;

export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) => listCollections(signal),
});

/** Reads all visible collections without the cache. */
export function listCollections(signal?: AbortSignal): Promise<readonly Collection[]> {
  return readAllPages(
    (query) => call('listCollections', { query, ...(signal && { signal }) }),
    'collections',
  );
}

export interface CollectionChange {
  readonly name?: string;
  readonly parent_id?: string | null;
  readonly description?: string;
  readonly settings?: CollectionSettings;
}

export function createCollection(body: CollectionChange & { readonly name: string }) {
  return call('createCollection', { body });
}

/** Returns undefined if the name is taken. */
export async function createUnlessTaken(
  body: Parameters<typeof createCollection>[0],
): Promise<Collection | undefined> {
  try {
    return await createCollection(body);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'collection_name_taken') return undefined;
    throw error;
  }
}

/** Creates a collection; where its name is taken, a number follows it. */
export async function createNumbered(
  body: Parameters<typeof createCollection>[0],
): Promise<Collection> {
  const { name } = body;
  for (let number = 1; number <= maxNames; number += 1) {
    const numbered = number === 1 ? name.slice(0, 200) : `${name.slice(0, 190)} (${number})`;
    const created = await createUnlessTaken({ ...body, name: numbered });
    if (created) return created;
  }
  throw new Error('no name is free');
}

export function updateCollection(id: string, body: CollectionChange) {
  return call('updateCollection', { params: { id }, body });
}

/** Splits the documents of a collection and its children again with the current settings. */
export function rechunkCollection(id: string): Promise<Rechunked> {
  return call('rechunkCollection', { params: { id }, body: {} });
}

export function deleteCollection(id: string): Promise<void> {
  return call('deleteCollection', { params: { id } });
}

/** Deletes a collection that was made for something that failed; the bin does not show it. */
export async function discardCollection(id: string): Promise<void> {
  await deleteCollection(id);
  await call('purgeFromBin', { params: { id } });
}

export function grantsQuery(id: string) {
  return queryOptions({
    queryKey: ['grants', id],
    queryFn: ({ signal }) => call('getGrants', { params: { id }, signal }),
  });
}

export function putGrants(id: string, grants: GrantList): Promise<GrantList> {
  return call('putGrants', { params: { id }, body: grants });
}
