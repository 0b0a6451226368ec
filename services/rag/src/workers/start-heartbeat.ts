import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Logger, type OnClose, runPeriodically, version } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { ActiveJobs } from './active-jobs.ts';
import { recordWorker, removeWorker } from './worker-record.ts';

export interface HeartbeatOptions {
  readonly database: Database;
  readonly jobs: ActiveJobs;
  readonly logger: Logger;
}

const everyMs = 5_000;

/** Records periodically that this worker is alive and what it does, until closed. */
export function startHeartbeat(
  { database, jobs, logger }: HeartbeatOptions,
  onClose: OnClose,
): void {
  const id = randomUUID();
  onClose(() =>
    removeWorker(database, id).catch((error: unknown) => {
      logger.warn({ err: error }, 'the end of this worker could not be recorded');
    }),
  );
  runPeriodically(
    {
      everyMs,
      firstAfterMs: 0,
      work: () => recordWorker(database, { id, host: hostname(), version, jobs: jobs.list() }),
      logger,
      failure: 'a heartbeat could not be recorded; the next one follows',
    },
    onClose,
  );
}
