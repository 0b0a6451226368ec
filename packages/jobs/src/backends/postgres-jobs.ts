import type { Logger } from '@lectern/service';
import { createPostgresBackend, withBackend } from 'bullmq';
import type { JobBackend } from '../job-backend.ts';
import { type BullmqStore, createBullmqJobs } from './bullmq-jobs.ts';

export interface PostgresJobsOptions {
  /** A session connection: LISTEN is used. */
  readonly databaseUrl: string;
  /** Where BullMQ's tables are. */
  readonly schema?: string;
  readonly logger: Logger;
  /** How long a silent worker keeps its job before another one takes it. */
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
  // Other classes in BullmqStore's types, which do the same: the package names its backend in each.
  return createBullmqJobs({ store: store as unknown as BullmqStore, logger, lockMs });
}
