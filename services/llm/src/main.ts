import { disableLibraryTracing, loadConfig, loadConfigOrExit, serve } from '@lectern/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';
import { openDependencies } from './dependencies.ts';

const config = loadConfigOrExit(() => loadConfig(configSchema, process.env));
disableLibraryTracing(process.env);

await serve({ name: 'llm', config }, async (scope) => {
  const dependencies = await openDependencies(config, scope);
  return { app: createApp(dependencies), facts: { provider: dependencies.model.provider } };
});
