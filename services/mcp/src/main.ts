import { disableLibraryTracing, loadConfigOrExit, serve } from '@lectern/service';
import { createApp } from './app.ts';
import { loadMcpConfig } from './config.ts';
import { openDependencies } from './dependencies.ts';

const config = loadConfigOrExit(() => loadMcpConfig(process.env));
disableLibraryTracing(process.env);

await serve({ name: 'mcp', config }, async (scope) => ({
  app: createApp(await openDependencies(config, scope)),
}));
