import { afterAll, afterEach } from '@jest/globals';
import type { McpServerDetail } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import type { OutsideTool } from '@lectern/testing/outside-mcp';
import { startLlm } from './start-llm.ts';

const organisationId = 'organisation-1';
export const owner = { userId: 'user-1', organisationId };
export const member = { userId: 'user-2', organisationId };
export const weather: OutsideTool = {
  name: 'get_weather',
  description: 'Weather of a city.',
  annotations: { readOnlyHint: true },
};
export const book: OutsideTool = { name: 'book_flight', description: 'Books a flight.' };

/** The service with an owner, who registers outside servers, and a member of `team-a`. */
async function openRegistry() {
  const llm = await startLlm({
    mcpUrl: 'http://127.0.0.1:9',
    settings: { MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    refreshIntervalMs: 20,
  });
  await addPrincipal(llm, { ...owner, role: 'owner' });
  await addPrincipal(llm, { ...member, role: 'member', teamIds: ['team-a'] });
  const { tools } = llm.dependencies.registry;
  return {
    llm,
    memberToken: await llm.identity.token(member),
    tools,
    async register(body: Record<string, unknown>) {
      const response = await llm.call('POST', '/mcp-servers', { body });
      return { status: response.status, server: (await response.json()) as McpServerDetail };
    },
    async read(id: string) {
      return (await (await llm.call('GET', `/mcp-servers/${id}`)).json()) as McpServerDetail;
    },
    /** The owner's call. */
    async call(
      tool: string,
      more: {
        server?: string;
        /** A person agreed to the tool as it is now. */
        confirmed?: boolean;
        signal?: AbortSignal;
        maxText?: number;
      } = {},
    ) {
      const server = more.server ?? 'travel';
      const found = more.confirmed ? await tools.findTool(owner, server, tool) : undefined;
      return tools.callTool(
        owner,
        { server, tool, arguments: { city: 'Riga' }, agreedTo: found?.version },
        {
          requestId: 'r',
          signal: more.signal ?? new AbortController().signal,
          ...(more.maxText && { maxText: more.maxText }),
        },
      );
    },
    removeServers: () => llm.pool.query('delete from llm.mcp_servers'),
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** The registry for a test file, empty of servers at the start of each test; what a test opens goes with it. */
export async function setUpRegistry() {
  const registry = await openRegistry();
  let opened = new AsyncDisposableStack();
  afterEach(async () => {
    await registry.removeServers();
    await opened.disposeAsync();
    opened = new AsyncDisposableStack();
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const use = <Resource extends AsyncDisposable>(resource: Resource) => opened.use(resource);
  return { ...registry, resources: { use } };
}
