import type { Document, DocumentList, KnowledgeEvents } from '@lectern/contracts';
import {
  type InfiniteData,
  type Query,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '../api/address-of.ts';
import { recoveries } from '../api/query-client.ts';
import { collectionsQuery } from './collections.ts';
import { unfinished } from './documents.ts';
import { documentsInDeletion, hiddenDocuments, showDocuments } from './use-restore.ts';

type Pages = InfiniteData<DocumentList, string | undefined>;

const refreshDelayMs = 1_000;
/**
 * Time without events after which unfinished documents are read again, because an event may be
 * lost.
 */
const quietMs = 15_000;

/** Updates the shown documents by events of the suite. */
export function useDocumentEvents(collectionId: string | undefined): void {
  const client = useQueryClient();
  // A refused connection is not opened again by the browser.
  const recovery = recoveries.useValue();
  useEffect(() => {
    const events = new EventSource(addressOf('streamEvents', {}, { collection_id: collectionId }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
        void client.invalidateQueries(shownDocuments);
      }, refreshDelayMs);
    };
    const refreshUnfinished = () => {
      if (isUnfinishedShown(client)) refreshSoon();
    };
    let watch = setInterval(refreshUnfinished, quietMs);
    const waitAgain = () => {
      clearInterval(watch);
      watch = setInterval(refreshUnfinished, quietMs);
    };
    let wasOpen = recovery > 0;
    events.addEventListener('open', () => {
      // Events before the connection are lost.
      if (wasOpen) refreshSoon();
      else refreshUnfinished();
      wasOpen = true;
    });
    const listeners = {
      document: async ({ data }) => {
        waitAgain();
        const event = await readDocumentEvent(data).catch(() => undefined);
        if (event && isRestored(event)) await showRestored(client, event.id);
        else if (!event || !applyEvent(client, event)) refreshSoon();
      },
      collection: refreshSoon,
      bundle_import: undefined,
      heartbeat: undefined,
    } satisfies Record<keyof KnowledgeEvents, ((message: MessageEvent) => void) | undefined>;
    for (const [name, listen] of Object.entries(listeners)) {
      if (listen) events.addEventListener(name, listen);
    }
    return () => {
      clearTimeout(timer);
      clearInterval(watch);
      events.close();
    };
  }, [client, collectionId, recovery]);
}

/** Queries that change with a document. Its texts never change. */
const shownDocuments = {
  predicate: ({ queryKey: [kind, , part] }: Query) =>
    kind === 'documents' || (kind === 'document' && part === undefined),
};

function isUnfinishedShown(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .findAll({ ...shownDocuments, type: 'active' })
    .some(({ state }) => {
      const data = state.data as Pages | Document | undefined;
      if (!data) return false;
      const shown = 'pages' in data ? data.pages.flatMap(({ documents }) => documents) : [data];
      return shown.some(({ status }) => unfinished.includes(status));
    });
}

/**
 * Returns undefined for an unknown event. The schemas are loaded with the first event to keep the
 * first load small.
 */
async function readDocumentEvent(data: string): Promise<KnowledgeEvents['document'] | undefined> {
  const { knowledgeEvents } = await import('@lectern/contracts');
  return knowledgeEvents.document.safeParse(JSON.parse(data)).data;
}

/** Returns true for a document that another window or person took back from the bin. */
function isRestored(event: KnowledgeEvents['document']): boolean {
  const isHidden = hiddenDocuments.read().has(event.id) && !documentsInDeletion.has(event.id);
  return isHidden && !('deleted' in event);
}

/** The row appears with its document, so that the table sees where the focus belongs. */
async function showRestored(client: QueryClient, id: string): Promise<void> {
  await client.invalidateQueries(shownDocuments);
  showDocuments([id]);
}

/** Updates a document in the cached lists. Returns false if no list has it or it is gone. */
function applyEvent(client: QueryClient, event: KnowledgeEvents['document']): boolean {
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
