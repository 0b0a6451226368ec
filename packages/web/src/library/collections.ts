import type { Collection, CollectionList, CollectionSettings, GrantList } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';

const pageSize = 500;

/** Every collection that the person may see. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) => listCollections(signal),
});

async function listCollections(signal: AbortSignal): Promise<readonly Collection[]> {
  const all: Collection[] = [];
  let cursor: string | undefined;
  do {
    const page = await request<CollectionList>('GET', '/api/collections', {
      query: { limit: pageSize, cursor },
      signal,
    });
    all.push(...page.collections);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return all;
}

export interface CollectionChange {
  readonly name?: string;
  readonly parent_id?: string | null;
  readonly description?: string;
  readonly settings?: CollectionSettings;
}

export function createCollection(body: CollectionChange & { readonly name: string }) {
  return request<Collection>('POST', '/api/collections', { body });
}

export function updateCollection(id: string, body: CollectionChange) {
  return request<Collection>('PATCH', `/api/collections/${id}`, { body });
}

export function deleteCollection(id: string): Promise<void> {
  return request('DELETE', `/api/collections/${id}`);
}

export function grantsQuery(id: string) {
  return queryOptions({
    queryKey: ['grants', id],
    queryFn: ({ signal }) => request<GrantList>('GET', `/api/collections/${id}/grants`, { signal }),
  });
}

export function putGrants(id: string, grants: GrantList): Promise<GrantList> {
  return request('PUT', `/api/collections/${id}/grants`, { body: grants });
}
