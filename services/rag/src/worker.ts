import { loadConfig, loadConfigOrExit, serve } from '@lectern/service';
import { workerConfigSchema } from './config.ts';
import { lowerPriority } from './lower-priority.ts';
import { createWorkerApp } from './worker-app.ts';
import { openWorkerDependencies } from './worker-dependencies.ts';

const config = loadConfigOrExit(() => loadConfig(workerConfigSchema, process.env));

lowerPriority();

await serve({ name: 'rag-worker', config }, async (scope) => ({
  app: createWorkerApp(
    await openWorkerDependencies(config, {
      ...scope,
      searchPath: process.env.PATH,
      // Its supervisor starts it again, with the chosen model.
      onModelChosen: () => process.kill(process.pid, 'SIGTERM'),
    }),
  ),
}));
