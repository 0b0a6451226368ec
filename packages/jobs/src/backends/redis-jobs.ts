import type { Logger } from '@lectern/service';
import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { JobBackend } from '../job-backend.ts';
import { createBullmqJobs } from './bullmq-jobs.ts';

export interface RedisJobsOptions {
  /** The server must keep what it took: append-only file on, no eviction. */
  readonly redisUrl: string;
  readonly logger: Logger;
  /** How long a silent worker keeps its job before another one takes it. */
  readonly lockMs?: number;
}

const maxRetryDelayMs = 2_000;
/** A server that is away refuses sooner; this is for one that hangs. */
const publishTimeoutMs = 5_000;

/** BullMQ on Redis. Publishing fails soon while the server is away; workers wait for it. */
export function openRedisJobs({ redisUrl, logger, lockMs = 15_000 }: RedisJobsOptions): JobBackend {
  const openConnection = (options: RedisOptions) => {
    const redis = new Redis(redisUrl, {
      retryStrategy: (times) => Math.min(maxRetryDelayMs, times * 100),
      ...options,
    });
    redis.on('error', (error) => logger.warn({ err: error }, 'Redis'));
    return {
      connection: redis,
      close: async () => redis.disconnect(),
    };
  };
  const store = {
    Queue,
    Worker,
    openQueueConnection: () =>
      openConnection({ maxRetriesPerRequest: 1, commandTimeout: publishTimeoutMs }),
    openWorkerConnection: () => openConnection({ maxRetriesPerRequest: null }),
  };
  return createBullmqJobs({ store, logger, lockMs });
}
