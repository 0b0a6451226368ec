import type { Logger } from '@lectern/service';
import {
  type ConnectionOptions,
  type Queue as QueueType,
  UnrecoverableError,
  type Worker as WorkerType,
} from 'bullmq';
import type { JobBackend, JobQueue } from '../job-backend.ts';
import { type JobDefinition, PermanentJobError, type TraceHeaders } from '../job-definition.ts';

/** A store that BullMQ supports. */
export interface BullmqStore {
  readonly Queue: typeof QueueType;
  readonly Worker: typeof WorkerType;
  /** Connection of a queue: fails fast while the store is unavailable. */
  openQueueConnection(): StoreConnection;
  /** Connection of a worker: waits for the store indefinitely. */
  openWorkerConnection(): StoreConnection;
}

export interface StoreConnection {
  readonly connection: ConnectionOptions;
  close(): Promise<void>;
}

export interface BullmqJobsOptions {
  readonly store: BullmqStore;
  readonly logger: Logger;
  /** Time after which a job of a silent worker is given to another one. */
  readonly lockMs: number;
}

/** BullMQ's maximum priority. */
const lastPriority = 2_097_151;

/** Number of times a job may lose its worker before it fails; the reconciler decides then. */
const maxStalledCount = 5;

/** Job backend on BullMQ, independent of its store. */
export function createBullmqJobs({ store, logger, lockMs }: BullmqJobsOptions): JobBackend {
  const workerClosers: (() => Promise<void>)[] = [];
  const queueClosers: (() => Promise<void>)[] = [];
  const stopping = new AbortController();

  return {
    openQueue<Data>(definition: JobDefinition<Data>): JobQueue<Data> {
      const { connection, close } = store.openQueueConnection();
      const queue = new store.Queue<Data>(definition.name, {
        connection,
        skipWaitingForReady: true,
      });
      queue.on('error', (error) =>
        logger.warn({ err: error, queue: definition.name }, 'job queue'),
      );
      queueClosers.push(async () => {
        await queue.close();
        await close();
      });
      return createQueue(queue, definition);
    },

    async startWorker(definition, processor, { concurrency }) {
      stopping.signal.throwIfAborted();
      const { connection, close } = store.openWorkerConnection();
      const worker = new store.Worker(
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
              trace: readTrace(job.opts.telemetry?.metadata),
            });
          } catch (error) {
            if (error instanceof PermanentJobError) throw new UnrecoverableError(error.message);
            throw error;
          }
        },
        {
          connection,
          // Without its store a running worker would try again without a pause.
          autorun: false,
          concurrency,
          lockDuration: lockMs,
          stalledInterval: Math.ceil(lockMs / 3),
          maxStalledCount,
        },
      );
      const warn = (error: unknown) =>
        logger.warn({ err: error, queue: definition.name }, 'job worker');
      worker.on('error', warn);
      worker.on('failed', (job, error) =>
        logger.warn({ err: error, queue: definition.name, job_id: job?.id }, 'a job try failed'),
      );
      workerClosers.push(async () => {
        await worker.close();
        await close();
      });
      await worker.waitUntilReady();
      worker.run().catch(warn);
    },

    async close() {
      stopping.abort();
      // A running job may publish: a queue that is closed before would hold it, and its worker, forever.
      for (const closers of [workerClosers, queueClosers]) {
        await Promise.all(closers.splice(0).map((close) => close()));
      }
    },
  };
}

function createQueue<Data>(
  queue: QueueType<Data>,
  definition: JobDefinition<Data>,
): JobQueue<Data> {
  const jobOptions = {
    attempts: definition.attempts,
    backoff: { type: 'exponential', delay: definition.backoffMs, jitter: 0.5 },
    removeOnComplete: true,
    removeOnFail: true,
  };
  return {
    async publish(jobs) {
      await queue.addBulk(
        jobs.map(({ id, data, priority, trace }) => ({
          name: definition.name,
          data,
          opts: {
            ...jobOptions,
            jobId: id,
            ...(priority && { priority: Math.min(priority, lastPriority) }),
            ...(trace && { telemetry: writeTrace(trace) }),
          },
        })) as Parameters<typeof queue.addBulk>[0],
      );
    },
    async schedule(id, schedule) {
      if (!schedule) {
        await queue.removeJobScheduler(id);
        return;
      }
      const { cron, timeZone, data } = schedule;
      // The store's types derive the data of a template from the queue, which is generic here.
      const template = { name: definition.name, data, opts: jobOptions };
      await queue.upsertJobScheduler(
        id as Parameters<typeof queue.upsertJobScheduler>[0],
        { pattern: cron, tz: timeZone },
        template as Parameters<typeof queue.upsertJobScheduler>[2],
      );
    },
    async listSchedules() {
      const schedules = await queue.getJobSchedulers();
      return schedules.map(({ key }) => key);
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
}

function writeTrace(trace: TraceHeaders): { metadata: string } {
  return { metadata: JSON.stringify(trace) };
}

function readTrace(metadata: string | undefined): TraceHeaders {
  return metadata === undefined ? {} : (JSON.parse(metadata) as TraceHeaders);
}
