import type { Collection, CollectionSettings, GrantList } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { readAllPages } from '../api/read-all-pages.ts';

/** Every collection that the person may see. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }): Promise<readonly Collection[]> =>
    readAllPages(
      (query) => call('listCollections', { query, signal }),
      (page) => page.collections,
    ),
});

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
