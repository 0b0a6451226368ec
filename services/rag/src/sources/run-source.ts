import type { JobProcessor } from '@lectern/jobs';
import { runPeriodically, type Sealer, tryWithLock } from '@lectern/service';
import type { Database, SourceRow, SourceRunRow } from '../database/tables.ts';
import { type SourceAdapter, type SourceContext, SourceError } from './source-adapter.ts';
import { openCredentials, sealCredentials } from './source-credentials.ts';
import { kindOf, parseSettings } from './source-kinds.ts';
import { publishRuns } from './start-run.ts';
import { type RunOfSource, type SynchroniseDependencies, synchronise } from './synchronise.ts';
import { failRun, toSourceError } from './update-run.ts';

export interface SourceRunDependencies extends SynchroniseDependencies {
  readonly sealer: Sealer | undefined;
  readonly context: SourceContext;
}

const maxStarts = 5;
const heartbeatMs = 10_000;

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
    const work = () => runOnce(dependencies, { run, source }, signal).then(() => true);
    const isDone = run.preview
      ? await work()
      : await tryWithLock(database, `rag.source:${source.id}`, work);
    // The run that holds the lock may be this one, in a worker that has lost its job.
    if (!isDone) throw new Error('another run of this source is under way');
    await database.transaction().execute((transaction) => publishRuns(transaction, run));
  };
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

export function findSource(database: Database, id: string): Promise<SourceRow | undefined> {
  return database.selectFrom('rag.sources').selectAll().where('id', '=', id).executeTakeFirst();
}

function findRun(database: Database, id: string): Promise<SourceRunRow | undefined> {
  return database.selectFrom('rag.source_runs').selectAll().where('id', '=', id).executeTakeFirst();
}
