import type { Document, DocumentList } from '@lectern/contracts';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { collectionsQuery } from './collections.ts';

type DocumentEvent = Document | { readonly id: string; readonly deleted: true };
type Pages = InfiniteData<DocumentList, string | undefined>;

const refreshDelayMs = 1_000;

/** Keeps the lists of documents as they are in the suite, by its events. */
export function useDocumentEvents(collectionId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    const query = collectionId ? `?collection_id=${encodeURIComponent(collectionId)}` : '';
    const events = new EventSource(`/api/events${query}`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
        void client.invalidateQueries({ queryKey: ['documents'] });
      }, refreshDelayMs);
    };
    let wasOpen = false;
    events.addEventListener('open', () => {
      // What happened while the connection was lost came as no event.
      if (wasOpen) refreshSoon();
      wasOpen = true;
    });
    events.addEventListener('document', ({ data }) => {
      if (!takeEvent(client, JSON.parse(data) as DocumentEvent)) refreshSoon();
    });
    events.addEventListener('collection', refreshSoon);
    return () => {
      clearTimeout(timer);
      events.close();
    };
  }, [client, collectionId]);
}

/** Puts a changed document where it is shown. False when no list has it, or it is gone. */
function takeEvent(client: QueryClient, event: DocumentEvent): boolean {
  if ('deleted' in event) return false;
  let isKnown = false;
  client.setQueriesData<Pages>({ queryKey: ['documents'] }, (data) => {
    if (!data?.pages.some(({ documents }) => documents.some(({ id }) => id === event.id))) {
      return data;
    }
    isKnown = true;
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        documents: page.documents.map((one) =>
          one.id === event.id && one.updated_at <= event.updated_at ? event : one,
        ),
      })),
    };
  });
  client.setQueryData<Document>(['document', event.id], (one) => (one ? event : one));
  return isKnown;
}
