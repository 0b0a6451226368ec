import { createHttpApp } from '@lectern/service';
import type { Express } from 'express';
import { describeIndexFacts } from './describe-health.ts';
import { findLeftovers } from './garbage-collection/leftovers-record.ts';
import { sumIngestJobs } from './outbox/ingest-queues.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Creates the worker's app: health and metrics. */
export function createWorkerApp({
  service,
  isReady,
  queues,
  index,
  database,
}: WorkerDependencies): Express {
  return createHttpApp({
    ...service,
    ready: isReady,
    health: async () => {
      const health = await index.health();
      return {
        status: 'ok',
        queue: await sumIngestJobs(queues.countIngestJobs),
        index: { ready: health.ready, ...describeIndexFacts(health) },
        leftovers: (await findLeftovers(database)) ?? null,
      };
    },
    routes: () => {},
  });
}
