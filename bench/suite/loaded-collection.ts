import { setTimeout as delay } from 'node:timers/promises';
import type { TextDocument } from '@lectern/contracts';
import { type Client, createClient } from '@lectern/contracts/client';
import type { BenchSuite } from './bench-suite.ts';

const documentsPerRequest = 250;
const callTimeoutMs = 60_000;
const pollMs = 100;

export interface LoadedCollection {
  readonly id: string;
  readonly documents: number;
  readonly chunks: number;
  readonly failed: number;
  /** From the first request until the last document was ready. */
  readonly elapsedMs: number;
}

/**
 * Puts documents into a collection and waits until the last one is ready or has failed. A suite that
 * was kept has the collection, and takes no document twice.
 */
export async function loadCollection(
  suite: BenchSuite,
  name: string,
  { documents, maxMs }: { readonly documents: readonly TextDocument[]; readonly maxMs: number },
): Promise<LoadedCollection> {
  const client = createClient({
    baseUrl: suite.url,
    paths: 'gateway',
    retries: 3,
    timeoutMs: callTimeoutMs,
  });
  const token = suite.apiKey;
  const kept = await client.call('listCollections', { token, query: {} });
  const same = kept.collections.find((collection) => collection.name === name);
  const { id } = same ?? (await client.call('createCollection', { token, body: { name } }));
  const started = performance.now();
  for (let from = 0; from < documents.length; from += documentsPerRequest) {
    const body = { documents: documents.slice(from, from + documentsPerRequest) };
    await client.call('addDocuments', { token, params: { id }, body });
  }

  while (await hasUnfinished(client, token, id)) {
    if (performance.now() - started > maxMs) {
      throw new Error('the documents were not ready in time');
    }
    await delay(pollMs);
  }
  const elapsedMs = performance.now() - started;

  let chunks = 0;
  let failed = 0;
  let cursor: string | undefined;
  do {
    const query = { collection_id: id, limit: 500, ...(cursor && { cursor }) };
    const page = await client.call('listDocuments', { token, query });
    for (const document of page.documents) {
      chunks += document.chunk_count;
      if (document.status !== 'ready') failed += 1;
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return { id, documents: documents.length, chunks, failed, elapsedMs };
}

const unfinished = ['queued', 'parsing', 'indexing'] as const;

/** Asks in the order in which a document goes through the states, so that none slips by. */
async function hasUnfinished(
  client: Client,
  token: string,
  collectionId: string,
): Promise<boolean> {
  for (const status of unfinished) {
    const query = { collection_id: collectionId, status, limit: 1 };
    const page = await client.call('listDocuments', { token, query });
    if (page.documents.length > 0) return true;
  }
  return false;
}
