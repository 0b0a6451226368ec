import type { SourceScheduleJob } from '@lectern/contracts';
import type { JobBackend, JobQueue } from '@lectern/jobs';
import {
  createAddressGuard,
  createSealer,
  type OnClose,
  openGuardedFetch,
  runPeriodically,
} from '@lectern/service';
import { sql } from 'kysely';
import type { Database, SourceRow } from '../database/tables.ts';
import { sourcePreviewJob, sourceRunJob, sourceScheduleJob } from '../outbox/job-definitions.ts';
import type { SourceStores } from './change-source.ts';
import { createRunProcessor, findSource, type SourceRunDependencies } from './run-source.ts';
import { publishRuns, runsAtOnce, startRun } from './start-run.ts';

const reconcileEveryMs = 15_000;
/** A run without a heartbeat has lost its worker or its job. */
const lostAfter = '1 minute';

export interface SourceOptions {
  readonly SOURCE_FOLDERS: readonly string[];
  readonly SOURCE_ALLOW_PRIVATE_HOSTS: readonly string[];
  readonly CREDENTIAL_KEYS?: Parameters<typeof createSealer>[0] | undefined;
}

export interface SourceScope {
  readonly database: Database;
  readonly searchPath?: string | undefined;
}

/** Opens what routes and runs of sources share. */
export function openSources(
  config: SourceOptions,
  { database, searchPath }: SourceScope,
  onClose: OnClose,
): SourceStores {
  const guardOptions = {
    protocols: ['https:', 'http:'] as const,
    privateHosts: config.SOURCE_ALLOW_PRIVATE_HOSTS,
  };
  return {
    database,
    sealer: config.CREDENTIAL_KEYS && createSealer(config.CREDENTIAL_KEYS),
    context: {
      folders: config.SOURCE_FOLDERS,
      fetch: openGuardedFetch({ ...guardOptions, silenceMs: 20_000 }, onClose),
      guard: createAddressGuard(guardOptions),
      privateHosts: config.SOURCE_ALLOW_PRIVATE_HOSTS,
      searchPath,
    },
  };
}

export interface SourceWork extends SourceRunDependencies {
  readonly jobs: JobBackend;
  readonly schedules: JobQueue<SourceScheduleJob>;
}

/** Runs sources by request and by schedule until closed. */
export async function startSourceWork(work: SourceWork, onClose: OnClose): Promise<void> {
  const { database, jobs, schedules, logger } = work;
  const process = createRunProcessor(work);
  await jobs.startWorker(sourceRunJob, process, { concurrency: runsAtOnce });
  await jobs.startWorker(sourcePreviewJob, process, { concurrency: runsAtOnce });
  await jobs.startWorker(
    sourceScheduleJob,
    async ({ task, source_id: id }) => {
      const source = await findSource(database, id);
      if (task === 'schedule' || !isScheduled(source)) await setSchedule(schedules, id, source);
      else await startRun(database, source, 'schedule');
    },
    { concurrency: 1 },
  );
  startReconciling({ database, schedules, logger }, onClose);
}

function startReconciling(
  { database, schedules, logger }: Pick<SourceWork, 'database' | 'schedules' | 'logger'>,
  onClose: OnClose,
): void {
  let isFirst = true;
  runPeriodically(
    {
      everyMs: reconcileEveryMs,
      firstAfterMs: 0,
      work: async () => {
        await republishRuns(database);
        // A new queue store has no schedules; later changes arrive as jobs.
        if (isFirst) await restoreSchedules(database, schedules);
        isFirst = false;
      },
      logger,
      failure: 'reconciling sources failed; it will be retried',
    },
    onClose,
  );
}

async function republishRuns(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .updateTable('rag.source_runs')
      .set({ updated_at: new Date() })
      .where('status', 'in', ['queued', 'running'])
      .where(sql<boolean>`updated_at < now() - ${lostAfter}::interval`)
      .returningAll()
      .execute();
    const groups = new Map(rows.map((row) => [`${row.organisation_id} ${row.preview}`, row]));
    for (const row of groups.values()) await publishRuns(transaction, row);
  });
}

async function restoreSchedules(
  database: Database,
  schedules: JobQueue<SourceScheduleJob>,
): Promise<void> {
  const rows = await database
    .selectFrom('rag.sources')
    .selectAll()
    .where('cron', 'is not', null)
    .where('paused', '=', false)
    .execute();
  for (const row of rows) await setSchedule(schedules, row.id, row);
  const ids = new Set(rows.map(({ id }) => id));
  for (const id of await schedules.listSchedules()) {
    if (!ids.has(id)) await schedules.schedule(id, undefined);
  }
}

async function setSchedule(
  schedules: JobQueue<SourceScheduleJob>,
  id: string,
  source: SourceRow | undefined,
): Promise<void> {
  await schedules.schedule(
    id,
    isScheduled(source)
      ? {
          cron: source.cron,
          timeZone: source.time_zone ?? 'UTC',
          data: { task: 'due', source_id: id },
        }
      : undefined,
  );
}

function isScheduled(source: SourceRow | undefined): source is SourceRow & { cron: string } {
  return source !== undefined && source.cron !== null && !source.paused;
}
