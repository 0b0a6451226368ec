import { loadConfig, loadConfigOrExit, serve } from '@lectern/service';
import { lowerPriority } from '@lectern/service/lower-priority';
import { workerConfigSchema } from './config.ts';
import { createWorkerApp } from './worker-app.ts';
import { openWorkerDependencies } from './worker-dependencies.ts';

const config = loadConfigOrExit(() => loadConfig(workerConfigSchema, process.env));

// Below the services, which people wait for.
lowerPriority(5);

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
