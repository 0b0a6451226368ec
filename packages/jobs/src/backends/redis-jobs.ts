import type { Logger } from '@lectern/service';
import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { JobBackend } from '../job-backend.ts';
import { createBullmqJobs } from './bullmq-jobs.ts';

export interface RedisSentinels {
  readonly addresses: readonly { readonly host: string; readonly port: number }[];
  readonly masterName: string;
  /** Of the sentinels themselves. */
  readonly password?: string | undefined;
}

export interface RedisJobsOptions {
  /** The server must keep what it took: append-only file on, no eviction. */
  readonly redisUrl: string;
  /** Say which server is the master; the URL's host does not count then. */
  readonly sentinels?: RedisSentinels | undefined;
  readonly logger: Logger;
  /** How long a silent worker keeps its job before another one takes it. */
  readonly lockMs?: number;
}

const maxRetryDelayMs = 2_000;
/** A server that is away refuses sooner; this is for one that hangs. */
const publishTimeoutMs = 5_000;

/**
 * BullMQ on Redis. Publishing fails soon while the server is away; workers wait for it, or for the
 * one that takes its place.
 */
export function openRedisJobs(options: RedisJobsOptions): JobBackend {
  const { redisUrl, sentinels, logger, lockMs = 15_000 } = options;
  const openConnection = (own: RedisOptions) => {
    const redis = new Redis(redisUrl, {
      retryStrategy: delayOfTry,
      // A master that became a replica refuses writes; the next connection is to the new one.
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
