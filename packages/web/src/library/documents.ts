import type { Document, DocumentStatus } from '@lectern/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Maximum page size of the API. */
const pageSize = 500;

export interface DocumentFilter {
  readonly collectionId: string | undefined;
  readonly includeChildren: boolean;
  readonly status: DocumentStatus | undefined;
  /** Part of a title, file name or external id. */
  readonly query: string;
}

export function documentsQuery({ collectionId, includeChildren, status, query }: DocumentFilter) {
  return infiniteQueryOptions({
    queryKey: ['documents', collectionId ?? 'all', includeChildren, status ?? 'any', query],
    queryFn: ({ pageParam, signal }) =>
      call('listDocuments', {
        query: {
          include_children: String(includeChildren),
          limit: pageSize,
          ...(collectionId && { collection_id: collectionId }),
          ...(status && { status }),
          ...(query.trim() && { query: query.trim() }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Comparing thousands of documents costs more than rendering a few rows.
    structuralSharing: false,
  });
}

export function documentQuery(id: string) {
  return queryOptions({
    queryKey: ['document', id],
    queryFn: ({ signal }) => call('getDocument', { params: { id }, signal }),
  });
}

/** Queries the parsed text of one version, which never changes. */
export function documentTextQuery(id: string, version: number) {
  return queryOptions({
    queryKey: ['document', id, 'text', version],
    queryFn: ({ signal }) => call('getDocumentText', { params: { id }, signal }),
    staleTime: 300_000,
  });
}

/** Text of a page, or of a picture, with the places of its recognised words. */
export function pageWordsQuery(id: string, version: number, page: number | null) {
  const part = page === null ? { start: 0 } : { page };
  return queryOptions({
    queryKey: ['document', id, 'text', version, 'words', page],
    queryFn: ({ signal }) =>
      call('getDocumentText', { params: { id }, query: { ...part, words: 'true' }, signal }),
    staleTime: 300_000,
  });
}

export function documentOutlineQuery(id: string) {
  return queryOptions({
    queryKey: ['document', id, 'outline'],
    queryFn: ({ signal }) => call('getDocumentOutline', { params: { id }, signal }),
    staleTime: 60_000,
  });
}

export function documentVersionsQuery({ id, version, status }: Document) {
  return queryOptions({
    queryKey: ['document', id, 'versions', version, status],
    queryFn: ({ signal }) => call('listDocumentVersions', { params: { id }, signal }),
  });
}

export function documentChunksQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['document', id, 'chunks'],
    queryFn: ({ pageParam, signal }) =>
      call('getDocumentChunks', {
        params: { id },
        query: { limit: 100, hidden: 'true', ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

export function retryDocument(id: string, password?: string): Promise<Document> {
  return call('retryDocument', { params: { id }, body: password ? { password } : {} });
}

export function cancelDocument(id: string): Promise<Document> {
  return call('cancelDocument', { params: { id } });
}

export function deleteDocument(id: string): Promise<void> {
  return call('deleteDocument', { params: { id } });
}

export function updateDocument(
  id: string,
  change: {
    readonly title?: string;
    readonly collection_id?: string;
    readonly metadata?: Document['metadata'];
  },
): Promise<Document> {
  return call('updateDocument', { params: { id }, body: change });
}

export const unfinished: readonly DocumentStatus[] = ['queued', 'parsing', 'indexing'];
