import { createHash } from 'node:crypto';
import type { BlobStore, FindDiskRoom, StoredBlob } from '@lectern/blobs';
import type { SourceProblem, SourceRun } from '@lectern/contracts';
import { retry } from '@lectern/contracts/retry';
import type { Logger } from '@lectern/service';
import type { Database, SourceEntryRow, SourceRow, SourceRunRow } from '../database/tables.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';
import { Batches } from './batches.ts';
import {
  moveDocument,
  openReaderCollections,
  type ReaderCollections,
} from './reader-collections.ts';
import { removeEntries } from './remove-entries.ts';
import {
  isTransient,
  ListingSize,
  type SourceAdapter,
  type SourceEntry,
  SourceError,
  toPlainText,
} from './source-adapter.ts';
import { countEntries, type FetchedEntry, storeEntries } from './store-entries.ts';
import { finishRun, toSourceError, updateRun } from './update-run.ts';

export interface SynchroniseDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly quotas: DocumentQuotas;
  readonly maxFileBytes: number;
  readonly findDiskRoom: FindDiskRoom;
  readonly logger: Logger;
}

const entriesAtOnce = 4;
const maxErrors = 100;
/** A source of which this many entries fail one after another is not available. */
const maxFailuresInARow = 25;
/** Problems that concern one entry and not the source. */
const ownProblems: ReadonlySet<SourceProblem> = new Set(['too_large', 'invalid_answer']);
const readTries = 3;

type KnownRow = SourceEntryRow & { readonly collection_id: string | null };

export interface RunOfSource {
  readonly run: SourceRunRow;
  readonly source: SourceRow;
}

interface OpenRun extends RunOfSource {
  readonly adapter: SourceAdapter;
}

/** List, compare, fetch, remove. Each step can be repeated. */
export async function synchronise(
  dependencies: SynchroniseDependencies,
  { run, source, adapter }: OpenRun,
  signal: AbortSignal,
): Promise<void> {
  const { database } = dependencies;
  const known = await loadEntries(database, source.id);
  const listed = await listEntries(adapter, known, signal);
  const counts = new RunCounts();
  const lost = new Map([...known].filter(([key]) => !listed.has(key)));
  const toFetch: [string, SourceEntry][] = [];
  for (const [key, entry] of listed) {
    const row = known.get(key);
    if (row && isUnchanged(row, entry)) {
      if (row.run_id !== run.id) counts.skipped += 1;
    } else toFetch.push([key, entry]);
  }
  const mustWait = () =>
    needsConfirmation({ run, source }, { known: known.size, listed: listed.size, lost: lost.size });
  const collections = await openReaderCollections(database, { source, run }, listed.values());
  const moves = findMoves({ listed, known, collections });
  if (run.preview) {
    const added = toFetch.filter(([key]) => !known.has(key)).length;
    await finishRun(database, run.id, {
      status: 'done',
      listed: listed.size,
      added,
      changed: toFetch.length - added + moves.length,
      removed: lost.size,
      skipped: counts.skipped,
      waiting_removals: mustWait() ? lost.size : 0,
    });
    return;
  }
  // Before contents are fetched, so that a right that was taken away ends also if a fetch fails.
  for (const move of moves) {
    await database.transaction().execute(async (transaction) => {
      await moveDocument(transaction, source.organisation_id, move);
      await countEntries(transaction, run.id, { added: 0, changed: 1 });
    });
  }
  for (const entry of listed.values()) {
    if (!collections.isBeyondLimit(entry)) continue;
    const message = 'The source has too many sets of readers; only administrators may read this.';
    counts.add(entry, new SourceError('too_many_entries', message));
  }
  await updateRun(database, run.id, { listed: listed.size, skipped: counts.skipped });
  // A renamed entry is found again by its content.
  const movable = Map.groupBy(lost.values(), ({ sha256 }) => sha256);
  const queue = toFetch.values();
  const stores = { database, blobs: dependencies.blobs, quotas: dependencies.quotas };
  const owner = { runId: run.id, source, collections };
  const failuresInARow = { read: 0, store: 0 };
  let failure: unknown;
  /** @throws the error of an entry that ends the run */
  const fail = (entry: SourceEntry, step: keyof typeof failuresInARow, error: unknown) => {
    signal.throwIfAborted();
    const problem = toSourceError(error);
    if (problem.code === 'quota_exceeded' || problem.code === 'storage_full') throw error;
    if (problem.code === 'internal')
      dependencies.logger.warn({ err: error }, 'an entry of a source failed');
    counts.failed += 1;
    counts.add(entry, problem);
    if (!ownProblems.has(problem.code)) failuresInARow[step] += 1;
    if (failuresInARow[step] >= maxFailuresInARow) throw error;
  };
  const store = async (entries: readonly FetchedEntry[]): Promise<void> => {
    const [first] = entries;
    if (!first || failure) return;
    try {
      for (const [at, outcome] of (await storeEntries(stores, owner, entries)).entries()) {
        if (outcome.movedFrom) lost.delete(outcome.movedFrom);
        if (outcome.problem) counts.add((entries[at] ?? first).entry, outcome.problem);
        if (outcome.isSkipped) counts.skipped += 1;
      }
      failuresInARow.store = 0;
    } catch (error) {
      if (entries.length === 1) fail(first.entry, 'store', error);
      // One of them may have failed all.
      else for (const entry of entries) await store([entry]);
    }
  };
  const stopAtFailure = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      failure ??= error;
    });
  const batches = new Batches<FetchedEntry>((entries) => stopAtFailure(store(entries)));
  const fetchAll = async () => {
    for (const [key, entry] of queue) {
      signal.throwIfAborted();
      // The first fatal failure stops all of them.
      if (failure) return;
      try {
        const blob = await fetchEntry(dependencies, { adapter, entry }, signal);
        const before = known.get(key) ?? movable.get(blob.sha256)?.pop();
        failuresInARow.read = 0;
        await batches.add({ key, entry, blob, before });
      } catch (error) {
        fail(entry, 'read', error);
      }
    }
  };
  await Promise.all(Array.from({ length: entriesAtOnce }, () => stopAtFailure(fetchAll())));
  await batches.flush();
  signal.throwIfAborted();
  await updateRun(database, run.id, counts.toColumns());
  if (failure) throw failure;
  if (mustWait()) {
    await finishRun(database, run.id, { status: 'waiting', waiting_removals: lost.size });
    return;
  }
  await removeEntries(dependencies, {
    source,
    runId: run.id,
    deletedBy: source.created_by,
    entries: [...lost.values()],
  });
  await finishRun(database, run.id, { status: 'done', waiting_removals: 0 });
}

interface PlacedEntries {
  readonly listed: ReadonlyMap<string, SourceEntry>;
  readonly known: ReadonlyMap<string, KnownRow>;
  readonly collections: ReaderCollections;
}

/** Finds the documents that belong to another collection, since their readers have changed. */
function findMoves({ listed, known, collections }: PlacedEntries) {
  const moves: { readonly id: string; readonly collectionId: string }[] = [];
  for (const [key, entry] of listed) {
    const { document_id: id, collection_id: current } = known.get(key) ?? {};
    const collectionId = collections.placeOf(entry);
    // Without readers, a document is left where a person moved it.
    const isPlaced = entry.readers !== undefined || collections.ids.has(current ?? '');
    if (id && isPlaced && current !== collectionId) moves.push({ id, collectionId });
  }
  return moves;
}

async function listEntries(
  adapter: SourceAdapter,
  known: ReadonlyMap<string, SourceEntryRow>,
  signal: AbortSignal,
): Promise<Map<string, SourceEntry>> {
  const listed = new Map<string, SourceEntry>();
  const size = new ListingSize();
  const options = {
    signal,
    find: (id: string) => known.get(keyOf(id)),
    knownIds: () => [...known.values()].map(({ entry_id }) => entry_id),
  };
  for await (const batch of adapter.list(options)) {
    signal.throwIfAborted();
    for (const entry of batch) {
      size.add(JSON.stringify(entry).length);
      listed.set(keyOf(entry.id), entry);
    }
  }
  return listed;
}

/** Returns whether a person must confirm the removals. */
function needsConfirmation(
  { source, run }: RunOfSource,
  { known, lost, listed }: { known: number; lost: number; listed: number },
): boolean {
  if (lost === 0 || lost <= run.confirmed_removals) return false;
  // An empty listing is more often a failure of the source than its content.
  return listed === 0 || lost > source.max_removed_share * known;
}

function isUnchanged(row: SourceEntryRow, entry: SourceEntry): boolean {
  if (row.document_id === null || row.path !== entry.path) return false;
  if (row.etag !== null && entry.etag !== undefined) return row.etag === entry.etag;
  if (row.size === null || row.modified === null) return false;
  return Number(row.size) === entry.size && row.modified.getTime() === entry.modified?.getTime();
}

async function fetchEntry(
  { blobs, maxFileBytes, findDiskRoom }: SynchroniseDependencies,
  { adapter, entry }: { readonly adapter: SourceAdapter; readonly entry: SourceEntry },
  signal: AbortSignal,
): Promise<StoredBlob> {
  if ((await findDiskRoom())?.isFull) throw new SourceError('storage_full', 'The disk is full.');
  if ((entry.size ?? 0) > maxFileBytes)
    throw new SourceError('too_large', 'The file is too large.');
  return retry({ maxAttempts: readTries, delayMsAfter: pauseMsAfter, signal }, async () =>
    blobs.put(await adapter.read(entry, signal), maxFileBytes),
  );
}

/** Returns the pause after a read that the other side may grant later. */
function pauseMsAfter(error: unknown, attempts: number): number | undefined {
  return isTransient(error) ? 500 * 2 ** attempts : undefined;
}

class RunCounts {
  skipped = 0;
  failed = 0;
  readonly #errors: SourceRun['errors'] = [];

  add({ path }: SourceEntry, { code, message }: SourceError): void {
    if (this.#errors.length < maxErrors)
      this.#errors.push({ entry: toPlainText(path, 500), code, message });
  }

  toColumns() {
    return { skipped: this.skipped, failed: this.failed, errors: JSON.stringify(this.#errors) };
  }
}

function keyOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

async function loadEntries(database: Database, sourceId: string): Promise<Map<string, KnownRow>> {
  const rows = await database
    .selectFrom('rag.source_entries as e')
    .leftJoin('rag.documents as d', (join) =>
      join.onRef('d.id', '=', 'e.document_id').on('d.deleted_at', 'is', null),
    )
    .selectAll('e')
    // A document that somebody deleted is fetched again.
    .select(['d.id as document_id', 'd.collection_id'])
    .where('e.source_id', '=', sourceId)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}
