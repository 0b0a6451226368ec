import { createLogger } from '@lectern/service';
import { z } from 'zod';
import { defineJob, openPostgresJobs, openRedisJobs } from '../src/index.ts';

/** A process whose worker takes a job and never finishes it. See {@link startHangingWorker}. */
const { store, url, queue, lockMs } = JSON.parse(process.argv[2] ?? '{}');
const logger = createLogger({ name: 'hanging-worker', level: 'fatal' });
const backend =
  store === 'redis'
    ? openRedisJobs({ redisUrl: url, logger, lockMs })
    : openPostgresJobs({ databaseUrl: url, logger, lockMs });

const definition = defineJob({ name: queue, schema: z.unknown(), attempts: 3, backoffMs: 20 });
await backend.startWorker(
  definition,
  () => {
    process.send?.('job');
    return new Promise(() => {});
  },
  { concurrency: 1 },
);
process.send?.('ready');
