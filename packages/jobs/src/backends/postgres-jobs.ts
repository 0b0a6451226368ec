import type { Logger } from '@lectern/service';
import { createPostgresBackend, withBackend } from 'bullmq';
import type { JobBackend } from '../job-backend.ts';
import { type BullmqStore, createBullmqJobs } from './bullmq-jobs.ts';

export interface PostgresJobsOptions {
  /** A session connection: LISTEN is used. */
  readonly databaseUrl: string;
  /** Schema of BullMQ's tables. */
  readonly schema?: string;
  readonly logger: Logger;
  /** Time after which a job of a silent worker is given to another one. */
  readonly lockMs?: number;
}

/** BullMQ on PostgreSQL. */
export function openPostgresJobs(options: PostgresJobsOptions): JobBackend {
  const { databaseUrl, schema = 'queue', logger, lockMs = 15_000 } = options;
  const openConnection = (max: number) => ({
    connection: { connectionString: databaseUrl, schema, max, skipMigrations: true },
    close: async () => {},
  });
  const store = {
    ...withBackend(createPostgresBackend),
    openQueueConnection: () => openConnection(1),
    openWorkerConnection: () => openConnection(1),
  };
  // The package defines its own class for each backend; they have the same behaviour.
  return createBullmqJobs({ store: store as unknown as BullmqStore, logger, lockMs });
}
