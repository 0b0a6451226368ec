import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { unfinished } from '../library/documents.ts';

const followMs = 1_000;
const maxShown = 100;

/** Queries the documents of a conversation, again after each upload and until all are processed. */
export function attachedDocumentsQuery(collectionId: string, sent: number) {
  return queryOptions({
    queryKey: ['attached-documents', collectionId, sent],
    queryFn: ({ signal }) =>
      call('listDocuments', { query: { collection_id: collectionId, limit: maxShown }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.documents.some(({ status }) => unfinished.includes(status)) ? followMs : false,
  });
}
