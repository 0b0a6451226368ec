import type {
  Document,
  DocumentChunks,
  DocumentList,
  DocumentOutline,
  DocumentStatus,
  DocumentText,
} from '@lectern/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';

const pageSize = 200;

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
      request<DocumentList>('GET', '/api/documents', {
        query: {
          collection_id: collectionId,
          include_children: includeChildren,
          status,
          query: query.trim(),
          limit: pageSize,
          cursor: pageParam,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

export function documentQuery(id: string) {
  return queryOptions({
    queryKey: ['document', id],
    queryFn: ({ signal }) => request<Document>('GET', `/api/documents/${id}`, { signal }),
  });
}

/** The parsed text of one version, which never changes. */
export function documentTextQuery(id: string, version: number) {
  return queryOptions({
    queryKey: ['document', id, 'text', version],
    queryFn: ({ signal }) => request<DocumentText>('GET', `/api/documents/${id}/text`, { signal }),
    staleTime: 300_000,
  });
}

export function documentOutlineQuery(id: string) {
  return queryOptions({
    queryKey: ['document', id, 'outline'],
    queryFn: ({ signal }) =>
      request<DocumentOutline>('GET', `/api/documents/${id}/outline`, { signal }),
    staleTime: 60_000,
  });
}

export function documentChunksQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['document', id, 'chunks'],
    queryFn: ({ pageParam, signal }) =>
      request<DocumentChunks>('GET', `/api/documents/${id}/chunks`, {
        query: { limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

export function retryDocument(id: string, password?: string): Promise<Document> {
  return request('POST', `/api/documents/${id}/retry`, { body: password ? { password } : {} });
}

export function cancelDocument(id: string): Promise<Document> {
  return request('POST', `/api/documents/${id}/cancel`);
}

export function deleteDocument(id: string): Promise<void> {
  return request('DELETE', `/api/documents/${id}`);
}

export function updateDocument(
  id: string,
  change: {
    readonly title?: string;
    readonly collection_id?: string;
    readonly metadata?: Document['metadata'];
  },
): Promise<Document> {
  return request('PATCH', `/api/documents/${id}`, { body: change });
}

export const unfinished: readonly DocumentStatus[] = ['queued', 'parsing', 'indexing'];
