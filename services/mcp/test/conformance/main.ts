import { loadConfigOrExit, serve } from '@lectern/service';
import { createApp } from '../../src/app.ts';
import { loadMcpConfig } from '../../src/config.ts';
import { openDependencies } from '../../src/dependencies.ts';
import { mountFixturePrompts } from './fixture-prompts.ts';
import { mountFixtureResources } from './fixture-resources.ts';
import { addFixtureTools } from './fixture-tools.ts';
import { addInputTools } from './input-tools.ts';

// The MCP service with the fixtures of the protocol's conformance suite: its own tools with the
// suite's resources and prompts.
const config = loadConfigOrExit(() => loadMcpConfig(process.env));

await serve({ name: 'mcp', config }, async (scope) => ({
  app: createApp(
    await openDependencies(config, scope, {
      extend(server) {
        server.server.registerCapabilities({ logging: {} });
        addFixtureTools(server);
        addInputTools(server);
        mountFixtureResources(server.server);
        mountFixturePrompts(server.server);
      },
    }),
  ),
}));
