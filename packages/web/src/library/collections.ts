import type { Collection, CollectionSettings, GrantList, Rechunked } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { readAllPages } from '../api/read-all-pages.ts';

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

export function grantsQuery(id: string) {
  return queryOptions({
    queryKey: ['grants', id],
    queryFn: ({ signal }) => call('getGrants', { params: { id }, signal }),
  });
}

export function putGrants(id: string, grants: GrantList): Promise<GrantList> {
  return call('putGrants', { params: { id }, body: grants });
}
