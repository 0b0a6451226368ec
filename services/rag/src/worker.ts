import { setPriority } from 'node:os';
import { loadConfig, loadConfigOrExit, serve } from '@lectern/service';
import { workerConfigSchema } from './config.ts';
import { createWorkerApp } from './worker-app.ts';
import { openWorkerDependencies } from './worker-dependencies.ts';

const config = loadConfigOrExit(() => loadConfig(workerConfigSchema, process.env));

/** Below that of the services, which people wait for: 5 leaves a third of a contended core. */
const niceness = 5;

// Threads and parsers that are started later inherit it.
setPriority(niceness);

await serve({ name: 'rag-worker', config }, async (scope) => ({
  app: createWorkerApp(
    await openWorkerDependencies(config, { ...scope, searchPath: process.env.PATH }),
  ),
}));
