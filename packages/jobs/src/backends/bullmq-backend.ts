import type { Logger } from '@lectern/service';
import { createPostgresBackend, UnrecoverableError, withBackend } from 'bullmq';
import type { JobBackend, JobQueue } from '../job-backend.ts';
import { type JobDefinition, PermanentJobError } from '../job-definition.ts';

export interface PostgresJobsOptions {
  /** A session connection: LISTEN is used. */
  readonly databaseUrl: string;
  /** Where BullMQ's tables are. */
  readonly schema?: string;
  readonly logger: Logger;
  /** How long a silent worker keeps its job before another one takes it. */
  readonly lockMs?: number;
}

/** A job whose worker dies this often without a word is given up; the reconciler decides then. */
const maxStalledCount = 5;

/** BullMQ on PostgreSQL. */
export function openPostgresJobs(options: PostgresJobsOptions): JobBackend {
  const { databaseUrl, schema = 'queue', logger, lockMs = 15_000 } = options;
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = (max: number) => ({
    connectionString: databaseUrl,
    schema,
    max,
    skipMigrations: true,
  });
  const closers: Array<() => Promise<void>> = [];

  return {
    openQueue<Data>(definition: JobDefinition<Data>): JobQueue<Data> {
      const queue = new Queue<Data>(definition.name, { connection: connection(1) });
      queue.on('error', (error) =>
        logger.warn({ err: error, queue: definition.name }, 'job queue'),
      );
      closers.push(() => queue.close());
      const jobOptions = {
        attempts: definition.attempts,
        backoff: { type: 'exponential', delay: definition.backoffMs, jitter: 0.5 },
        removeOnComplete: true,
        removeOnFail: true,
      };
      return {
        async publish(jobs) {
          await queue.addBulk(
            jobs.map(({ id, data }) => ({
              name: definition.name,
              data,
              opts: { ...jobOptions, jobId: id },
            })) as Parameters<typeof queue.addBulk>[0],
          );
        },
        async count() {
          const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
          return {
            waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
            active: counts.active ?? 0,
            delayed: counts.delayed ?? 0,
          };
        },
      };
    },

    async startWorker(definition, processor, { concurrency }) {
      const stopping = new AbortController();
      const worker = new Worker(
        definition.name,
        async (job, _token, signal) => {
          const data = definition.schema.safeParse(job.data);
          if (!data.success) throw new UnrecoverableError(`${definition.name}: data is not valid`);
          const attempt = job.attemptsMade + 1;
          try {
            await processor(data.data, {
              signal: signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal,
              attempt,
              isLastAttempt: attempt >= definition.attempts,
            });
          } catch (error) {
            if (error instanceof PermanentJobError) throw new UnrecoverableError(error.message);
            throw error;
          }
        },
        {
          connection: connection(2),
          concurrency,
          lockDuration: lockMs,
          stalledInterval: Math.ceil(lockMs / 3),
          maxStalledCount,
        },
      );
      worker.on('error', (error) =>
        logger.warn({ err: error, queue: definition.name }, 'job worker'),
      );
      worker.on('failed', (job, error) =>
        logger.warn({ err: error, queue: definition.name, job_id: job?.id }, 'a job try failed'),
      );
      closers.push(async () => {
        stopping.abort();
        await worker.close();
      });
      await worker.waitUntilReady();
    },

    async close() {
      await Promise.all(closers.splice(0).map((close) => close()));
    },
  };
}
