import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobStore, FindDiskRoom } from '@lectern/blobs';
import { AppError, type SourceProblem, type SourceRun } from '@lectern/contracts';
import type { JobProcessor } from '@lectern/jobs';
import { type Logger, runPeriodically, type Sealer, tryWithLock } from '@lectern/service';
import type { Database, SourceEntryRow, SourceRow, SourceRunRow } from '../database/tables.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';
import {
  moveDocument,
  openReaderCollections,
  type ReaderCollections,
} from './reader-collections.ts';
import { removeEntries } from './remove-entries.ts';
import {
  ListingSize,
  type SourceAdapter,
  type SourceContext,
  type SourceEntry,
  SourceError,
  toPlainText,
} from './source-adapter.ts';
import { openCredentials, sealCredentials } from './source-credentials.ts';
import { kindOf, parseSettings } from './source-kinds.ts';
import { countEntry, storeEntry } from './store-entry.ts';

export interface SourceRunDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly quotas: DocumentQuotas;
  readonly maxFileBytes: number;
  readonly findDiskRoom: FindDiskRoom;
  readonly sealer: Sealer | undefined;
  readonly context: SourceContext;
  readonly logger: Logger;
}

const entriesAtOnce = 4;
const maxErrors = 100;
/** A source of which this many entries fail one after another is not available. */
const maxFailuresInARow = 25;
/** Problems that concern one entry and not the source. */
const ownProblems: ReadonlySet<SourceProblem> = new Set(['too_large', 'invalid_answer']);
const maxStarts = 5;
const heartbeatMs = 10_000;
const readTries = 3;

/** Processes the runs of all sources: one run of a source at a time, by a lock in PostgreSQL. */
export function createRunProcessor(
  dependencies: SourceRunDependencies,
): JobProcessor<{ readonly run_id: string }> {
  const { database } = dependencies;
  return async ({ run_id }, { signal }) => {
    const run = await findRun(database, run_id);
    if (run?.status !== 'queued' && run?.status !== 'running') return;
    const source = await findSource(database, run.source_id);
    if (!source) return;
    if (run.preview) {
      await runOnce(dependencies, { run, source }, signal);
      return;
    }
    const work = () => runOnce(dependencies, { run, source }, signal).then(() => true);
    const isDone = await tryWithLock(database, `rag.source:${source.id}`, work);
    // The run that holds the lock may be this one, in a worker that has lost its job.
    if (!isDone) throw new Error('another run of this source is under way');
  };
}

/** A stored entry with the collection of its document. */
type KnownRow = SourceEntryRow & { readonly collection_id: string | null };

interface RunOfSource {
  readonly run: SourceRunRow;
  readonly source: SourceRow;
}

/** Runs to the end, or records why it failed. A stopping worker leaves the run to the next one. */
async function runOnce(
  dependencies: SourceRunDependencies,
  { run, source }: RunOfSource,
  signal: AbortSignal,
): Promise<void> {
  const { database, logger } = dependencies;
  if (run.starts >= maxStarts) {
    await failRun(database, run.id, new SourceError('internal', 'The run ended its worker.'));
    return;
  }
  await database
    .updateTable('rag.source_runs')
    .set(({ eb }) => ({
      status: 'running',
      starts: eb('starts', '+', 1),
      started_at: run.started_at ?? new Date(),
      updated_at: new Date(),
      // Counted anew; what was added, changed and removed stays so.
      skipped: 0,
      failed: 0,
      errors: '[]',
    }))
    .where('id', '=', run.id)
    .execute();
  const closers: (() => Promise<void> | void)[] = [];
  const lost = new AbortController();
  runPeriodically(
    {
      everyMs: heartbeatMs,
      work: async () => {
        const row = await database
          .updateTable('rag.source_runs')
          .set({ updated_at: new Date() })
          .where('id', '=', run.id)
          .where('status', '=', 'running')
          .returning('id')
          .executeTakeFirst();
        if (!row) lost.abort(new SourceError('internal', 'The source was removed.'));
      },
      logger,
      failure: 'the heartbeat of a source run failed',
    },
    (close) => void closers.push(close),
  );
  const until = AbortSignal.any([signal, lost.signal]);
  try {
    const adapter = await openAdapter(dependencies, source);
    closers.push(
      () => adapter.close(),
      () => storeChangedCredentials(dependencies, source, adapter),
    );
    await synchronise(dependencies, { run, source, adapter }, until);
  } catch (error) {
    // Its start does not count: it was interrupted.
    if (signal.aborted) {
      await database
        .updateTable('rag.source_runs')
        .set(({ eb }) => ({ starts: eb('starts', '-', 1) }))
        .where('id', '=', run.id)
        .execute();
      throw error;
    }
    const failure = toSourceError(error);
    if (failure.code === 'internal')
      logger.error({ err: error, run: run.id }, 'a source run failed');
    await failRun(database, run.id, failure);
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function openAdapter(
  { sealer, context }: SourceRunDependencies,
  source: SourceRow,
): Promise<SourceAdapter> {
  const credentials = openCredentials(sealer, source);
  const settings = parseSettings(source.kind, source.settings);
  return kindOf(source.kind).open({ settings, credentials }, context);
}

/** A token that the other side gives once must not be lost, even by a run that fails. */
async function storeChangedCredentials(
  { database, sealer }: SourceRunDependencies,
  source: SourceRow,
  adapter: SourceAdapter,
): Promise<void> {
  const changed = await adapter.changedCredentials?.();
  if (!changed) return;
  await database
    .updateTable('rag.sources')
    .set({ credentials: sealCredentials(sealer, source.id, changed) })
    .where('id', '=', source.id)
    // A person may have entered others meanwhile.
    .where('credentials', '=', source.credentials)
    .execute();
}

interface OpenRun extends RunOfSource {
  readonly adapter: SourceAdapter;
}

/** List, compare, fetch, remove. Each step can be repeated. */
async function synchronise(
  dependencies: SourceRunDependencies,
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
  const waiting = findWaitingRemovals(source, run, {
    known: known.size,
    lost: lost.size,
    listed: listed.size,
  });
  if (run.preview) {
    const added = toFetch.filter(([key]) => !known.has(key)).length;
    await finishRun(database, run.id, {
      status: 'done',
      listed: listed.size,
      added,
      changed: toFetch.length - added,
      removed: lost.size,
      skipped: counts.skipped,
      waiting_removals: waiting,
    });
    return;
  }
  const collections = await openReaderCollections(database, source, listed.values());
  // Before contents are fetched, so that a right that was taken away ends also if a fetch fails.
  await moveEntries(database, { run, source, listed, known, collections });
  for (const entry of listed.values()) {
    if (!collections.isBeyondLimit(entry)) continue;
    const message = 'The source has too many sets of readers; only administrators may read this.';
    counts.add(entry, new SourceError('too_many_entries', message));
  }
  await updateRun(database, run.id, { listed: listed.size, skipped: counts.skipped });
  const movable = groupByContent(lost);
  const queue = toFetch.values();
  let failuresInARow = 0;
  let failure: unknown;
  const work = async () => {
    for (const [key, entry] of queue) {
      signal.throwIfAborted();
      // The first fatal failure stops all of them.
      if (failure) return;
      try {
        const before = known.get(key);
        const outcome = await fetchEntry(
          dependencies,
          { run, source, adapter, key, entry, before, movable, collections },
          signal,
        );
        if (outcome.movedFrom) lost.delete(outcome.movedFrom);
        if (outcome.problem) counts.add(entry, outcome.problem);
        if (outcome.isSkipped) counts.skipped += 1;
        failuresInARow = 0;
      } catch (error) {
        signal.throwIfAborted();
        const problem = toSourceError(error);
        if (problem.code === 'quota_exceeded' || problem.code === 'storage_full') throw error;
        if (problem.code === 'internal')
          dependencies.logger.warn({ err: error }, 'an entry of a source failed');
        counts.failed += 1;
        counts.add(entry, problem);
        if (!ownProblems.has(problem.code)) failuresInARow += 1;
        if (failuresInARow >= maxFailuresInARow) throw error;
      }
    }
  };
  await Promise.all(
    Array.from({ length: entriesAtOnce }, () =>
      work().catch((error: unknown) => {
        failure ??= error;
      }),
    ),
  );
  signal.throwIfAborted();
  await updateRun(database, run.id, counts.toColumns());
  if (failure) throw failure;
  if (waiting > 0 && lost.size > 0) {
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

interface PlacedEntries extends RunOfSource {
  readonly listed: ReadonlyMap<string, SourceEntry>;
  readonly known: ReadonlyMap<string, KnownRow>;
  readonly collections: ReaderCollections;
}

/** Moves documents to the collections of their readers. */
async function moveEntries(
  database: Database,
  { run, source, listed, known, collections }: PlacedEntries,
): Promise<void> {
  for (const [key, entry] of listed) {
    const { document_id: id, collection_id: current } = known.get(key) ?? {};
    const collectionId = collections.placeOf(entry);
    // Without readers, a document is left where a person moved it.
    const isPlaced = entry.readers !== undefined || collections.ids.has(current ?? '');
    if (!id || !isPlaced || current === collectionId) continue;
    await database.transaction().execute(async (transaction) => {
      await moveDocument(transaction, source.organisation_id, { id, collectionId });
      await countEntry(transaction, run.id, 'changed');
    });
  }
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

/** Returns the number of removals if a person must confirm them, else 0. */
function findWaitingRemovals(
  source: SourceRow,
  run: SourceRunRow,
  { known, lost, listed }: { known: number; lost: number; listed: number },
): number {
  if (lost === 0 || lost <= run.confirmed_removals) return 0;
  // An empty listing is more often a failure of the source than its content.
  const isTooMany = listed === 0 || lost > source.max_removed_share * known;
  return isTooMany ? lost : 0;
}

function isUnchanged(row: SourceEntryRow, entry: SourceEntry): boolean {
  if (row.document_id === null || row.path !== entry.path) return false;
  if (row.etag !== null && entry.etag !== undefined) return row.etag === entry.etag;
  if (row.size === null || row.modified === null) return false;
  return Number(row.size) === entry.size && row.modified.getTime() === entry.modified?.getTime();
}

/** Lost entries by content, of which a renamed one is found again. */
type MovableEntries = Map<string, SourceEntryRow[]>;

function groupByContent(lost: ReadonlyMap<string, SourceEntryRow>): MovableEntries {
  return Map.groupBy(lost.values(), ({ sha256 }) => sha256);
}

interface EntryToFetch extends OpenRun {
  readonly key: string;
  readonly entry: SourceEntry;
  readonly before: SourceEntryRow | undefined;
  readonly movable: MovableEntries;
  readonly collections: ReaderCollections;
}

interface EntryOutcome {
  /** Key of the lost entry of which this is the new place. */
  readonly movedFrom?: string;
  readonly isSkipped?: boolean;
  readonly problem?: SourceError;
}

async function fetchEntry(
  dependencies: SourceRunDependencies,
  { run, source, adapter, key, entry, before, movable, collections }: EntryToFetch,
  signal: AbortSignal,
): Promise<EntryOutcome> {
  const { database, blobs, quotas, maxFileBytes, findDiskRoom } = dependencies;
  if ((await findDiskRoom())?.isFull) throw new SourceError('storage_full', 'The disk is full.');
  if ((entry.size ?? 0) > maxFileBytes)
    throw new SourceError('too_large', 'The file is too large.');
  const blob = await withTries(signal, async () =>
    blobs.put(await adapter.read(entry, signal), maxFileBytes),
  );
  const moved = before ? undefined : movable.get(blob.sha256)?.pop();
  return storeEntry(
    { database, blobs, quotas },
    { runId: run.id, source, key, entry, blob, collections, before: before ?? moved },
  );
}

/** Repeats a read that the other side may grant later. */
async function withTries<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isTransient =
        error instanceof SourceError &&
        (error.code === 'unreachable' || error.code === 'rate_limited');
      if (!isTransient || attempt >= readTries) throw error;
      await delay(500 * 2 ** attempt, undefined, { signal });
    }
  }
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

function findRun(database: Database, id: string): Promise<SourceRunRow | undefined> {
  return database.selectFrom('rag.source_runs').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findSource(database: Database, id: string): Promise<SourceRow | undefined> {
  return database.selectFrom('rag.sources').selectAll().where('id', '=', id).executeTakeFirst();
}

type RunChange = Partial<
  Pick<
    SourceRunRow,
    | 'status'
    | 'listed'
    | 'added'
    | 'changed'
    | 'removed'
    | 'skipped'
    | 'failed'
    | 'waiting_removals'
  >
> & {
  readonly errors?: string;
  readonly error_code?: SourceProblem;
  readonly error_message?: string;
};

async function updateRun(database: Database, id: string, change: RunChange): Promise<void> {
  await database
    .updateTable('rag.source_runs')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

function finishRun(database: Database, id: string, change: RunChange): Promise<void> {
  return updateRun(database, id, { ...change, finished_at: new Date() } as RunChange);
}

function failRun(database: Database, id: string, { code, message }: SourceError): Promise<void> {
  return finishRun(database, id, { status: 'failed', error_code: code, error_message: message });
}

function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof AppError && error.code === 'quota_exceeded') {
    return new SourceError('quota_exceeded', error.message, { cause: error });
  }
  if (error instanceof Error && error.name === 'BlobTooLargeError') {
    return new SourceError('too_large', 'The file is too large.', { cause: error });
  }
  if (error instanceof AppError && error.code === 'invalid_request') {
    return new SourceError('invalid_answer', error.message, { cause: error });
  }
  return new SourceError('internal', 'Something went wrong on our side.', { cause: error });
}
