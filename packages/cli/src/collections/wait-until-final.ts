import { setTimeout as delay } from 'node:timers/promises';
import type { Document } from '@lectern/contracts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';

export interface WaitOptions {
  readonly collectionId: string;
  readonly documentIds: readonly string[];
  /** Told how many documents have reached a final state. */
  readonly onProgress: (done: number) => void;
  /** The wait ends with an error when nothing changes for this long. */
  readonly patienceMs: number;
}

const minPollMs = 500;

/** Waits until documents of a collection are ready, failed or cancelled, and returns them. */
export async function waitUntilFinal(
  connection: Connection,
  { collectionId, documentIds, onProgress, patienceMs }: WaitOptions,
): Promise<Document[]> {
  const wanted = new Set(documentIds);
  let lastState = '';
  let lastChange = performance.now();
  for (;;) {
    const started = performance.now();
    const documents = await listDocuments(connection, collectionId, wanted);
    const final = documents.filter(isFinal);
    onProgress(final.length);
    if (final.length >= wanted.size) return final;

    const state = stateOf(documents);
    if (state !== lastState) {
      lastState = state;
      lastChange = performance.now();
    } else if (performance.now() - lastChange > patienceMs) {
      throw new CommandError(
        `${wanted.size - final.length} documents are not ready and nothing moves any more. "lectern admin doctor" may tell why.`,
      );
    }
    await delay(Math.max(minPollMs, 2 * (performance.now() - started)));
  }
}

function isFinal({ status }: Document): boolean {
  return status === 'ready' || status === 'failed' || status === 'cancelled';
}

function stateOf(documents: readonly Document[]): string {
  return documents.map(({ status, progress }) => `${status}${progress.done}`).join();
}

async function listDocuments(
  connection: Connection,
  collectionId: string,
  wanted: ReadonlySet<string>,
): Promise<Document[]> {
  const documents: Document[] = [];
  let cursor: string | undefined;
  do {
    const page = await connection.call('listDocuments', {
      query: {
        collection_id: collectionId,
        include_children: 'false',
        limit: 500,
        ...(cursor && { cursor }),
      },
    });
    documents.push(...page.documents.filter(({ id }) => wanted.has(id)));
    cursor = page.next_cursor ?? undefined;
  } while (cursor && documents.length < wanted.size);
  return documents;
}
