import type { Logger } from '@lectern/service';
import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { JobBackend } from '../job-backend.ts';
import { createBullmqJobs } from './bullmq-jobs.ts';

export interface RedisSentinels {
  readonly addresses: readonly { readonly host: string; readonly port: number }[];
  readonly masterName: string;
  readonly password?: string | undefined;
}

export interface RedisJobsOptions {
  /** The server must be durable: append-only file on, no eviction. */
  readonly redisUrl: string;
  /** Sentinels name the master; the host of the URL is ignored. */
  readonly sentinels?: RedisSentinels | undefined;
  readonly logger: Logger;
  /** Time after which a job of a silent worker is given to another one. */
  readonly lockMs?: number;
}

const maxRetryDelayMs = 2_000;
/** For a server that hangs; one that is down fails sooner. */
const publishTimeoutMs = 5_000;

/**
 * BullMQ on Redis. Publishing fails fast while the server is unavailable; workers wait for it, or
 * for the server that replaces it.
 */
export function openRedisJobs(options: RedisJobsOptions): JobBackend {
  const { redisUrl, sentinels, logger, lockMs = 15_000 } = options;
  const openConnection = (own: RedisOptions) => {
    const redis = new Redis(redisUrl, {
      retryStrategy: delayOfTry,
      // A master that became a replica rejects writes; the next connection goes to the new master.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      ...(sentinels && askSentinels(redisUrl, sentinels)),
      ...own,
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

function delayOfTry(times: number): number {
  return Math.min(maxRetryDelayMs, times * 100);
}

function askSentinels(
  redisUrl: string,
  { addresses, masterName, password }: RedisSentinels,
): RedisOptions {
  const isEncrypted = redisUrl.startsWith('rediss:');
  return {
    sentinels: addresses.map((address) => ({ ...address })),
    name: masterName,
    sentinelRetryStrategy: delayOfTry,
    enableTLSForSentinelMode: isEncrypted,
    ...(password && { sentinelPassword: password }),
    ...(isEncrypted && { sentinelTLS: {} }),
  };
}
