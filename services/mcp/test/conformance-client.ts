import { createLogger } from '@lectern/service';
import { openOutsideServers } from '../src/upstream/connections/mcp-outside-servers.ts';
import type {
  OutsideToolCall,
  ServerConnection,
} from '../src/upstream/connections/outside-servers.ts';

// The client for the protocol's conformance suite: it reads the catalogue of the server at the last
// argument, as the registry does, and calls its tools.
const callTimeoutMs = 20_000;
const url = process.argv.at(-1) ?? '';
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT || '{}');

const closers: (() => Promise<void> | void)[] = [];
const servers = openOutsideServers(
  {
    privateHosts: ['127.0.0.1', 'localhost'],
    programs: {},
    version: '1.0.0',
    logger: createLogger({ name: 'conformance-client', level: 'silent' }),
  },
  (close) => closers.push(close),
);
const server: ServerConnection = {
  id: 'conformance',
  organisationId: 'conformance',
  name: 'conformance',
  url,
  openCredentials: () => ({
    headers: {},
    oauth: context.client_secret
      ? {
          clientId: context.client_id,
          clientSecret: context.client_secret,
          issuer: context.issuer ?? new URL(url).origin,
          scope: undefined,
        }
      : null,
  }),
  updatedAt: new Date(),
};
const signal = AbortSignal.timeout(callTimeoutMs);
const catalogue = await servers.readCatalogue(server, signal);

for (const { name: tool, ...definition } of catalogue.tools) {
  for (const given of chooseArguments(tool)) {
    const call: OutsideToolCall = {
      tool,
      definition,
      arguments: given,
      timeoutMs: callTimeoutMs,
      signal,
    };
    // The suite checks the requests at its server; some scenarios include a rejected call.
    await servers.callTool(server, call, () => undefined).catch(() => undefined);
  }
}
for (const close of closers.reverse()) await close();

/** Returns the arguments that the scenario expects. */
function chooseArguments(tool: string): Readonly<Record<string, unknown>>[] {
  const wanted = context.toolCalls?.filter((call: { name: string }) => call.name === tool);
  if (wanted) return wanted.map((call: { arguments: Record<string, unknown> }) => call.arguments);
  if (scenario === 'tools_call') return [{ a: 5, b: 3 }];
  if (scenario === 'json-schema-2020-12-preservation') {
    const focal = catalogue.tools.find(({ name }) => name === 'json_schema_2020_12_tool');
    return tool === focal?.name ? [] : [{ schema: focal?.inputSchema }];
  }
  return [{}];
}
