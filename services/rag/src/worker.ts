import {
  createHttpApp,
  createLogger,
  listen,
  loadConfig,
  loadConfigOrExit,
  runService,
} from '@lectern/service';
import { workerConfigSchema } from './config.ts';
import { describeIndexFacts } from './describe-health.ts';
import { findLeftovers } from './lifecycle/leftovers-record.ts';
import { sumIngestJobs } from './queue/ingest-queues.ts';
import { openWorkerDependencies } from './worker-dependencies.ts';

const config = loadConfigOrExit(() => loadConfig(workerConfigSchema, process.env));
const logger = createLogger({ name: 'rag-worker', level: config.LOG_LEVEL });

await runService({ logger, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS }, async (onClose) => {
  const { service, isReady, queues, index, database } = await openWorkerDependencies(
    config,
    logger,
    onClose,
    process.env.PATH,
  );
  const app = createHttpApp({
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
  const { url } = await listen(app, { host: config.HOST, port: config.PORT }, onClose);
  logger.info({ url }, 'working');
});
