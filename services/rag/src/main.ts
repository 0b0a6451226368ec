import { loadConfig, loadConfigOrExit, serve } from '@lectern/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';
import { openDependencies } from './dependencies.ts';

const config = loadConfigOrExit(() => loadConfig(configSchema, process.env));

await serve({ name: 'rag', config }, async (scope) => ({
  app: createApp(await openDependencies(config, scope)),
}));
