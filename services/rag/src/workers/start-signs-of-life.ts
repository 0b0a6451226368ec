import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Logger, type OnClose, startRounds, version } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { JobsInHand } from './jobs-in-hand.ts';
import { recordWorker, removeWorker } from './worker-record.ts';

export interface SignsOfLifeOptions {
  readonly database: Database;
  readonly jobs: JobsInHand;
  readonly logger: Logger;
}

const everyMs = 5_000;

/** Tells the database again and again that this worker lives and what it does, until closed. */
export function startSignsOfLife(
  { database, jobs, logger }: SignsOfLifeOptions,
  onClose: OnClose,
): void {
  const id = randomUUID();
  onClose(() =>
    removeWorker(database, id).catch((error: unknown) => {
      logger.warn({ err: error }, 'the end of this worker could not be recorded');
    }),
  );
  startRounds(
    {
      everyMs,
      firstAfterMs: 0,
      work: () => recordWorker(database, { id, host: hostname(), version, jobs: jobs.list() }),
      logger,
      failure: 'a sign of life could not be recorded; the next one follows',
    },
    onClose,
  );
}
