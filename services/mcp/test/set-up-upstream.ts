import { afterAll, afterEach } from '@jest/globals';
import type { McpServerDetail } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import type { OutsideTool } from '@lectern/testing/outside-mcp';
import { member, owner, startUpstream } from './start-upstream.ts';

export { member, owner };
export const weather: OutsideTool = {
  name: 'get_weather',
  description: 'Weather of a city.',
  annotations: { readOnlyHint: true },
};
export const book: OutsideTool = { name: 'book_flight', description: 'Books a flight.' };

/** Starts the service with an owner and a member of `team-a`. */
async function openUpstream() {
  const mcp = await startUpstream({ refreshIntervalMs: 20 });
  await addPrincipal(mcp, { ...owner, role: 'owner' });
  await addPrincipal(mcp, { ...member, role: 'member', teamIds: ['team-a'] });
  const { tools } = mcp.upstream;
  return {
    mcp,
    memberToken: await mcp.identity.token(member),
    tools,
    async register(body: Record<string, unknown>) {
      const response = await mcp.call('POST', '/mcp-servers', { body });
      return { status: response.status, server: (await response.json()) as McpServerDetail };
    },
    async read(id: string) {
      return (await (await mcp.call('GET', `/mcp-servers/${id}`)).json()) as McpServerDetail;
    },
    async call(
      tool: string,
      more: {
        server?: string;
        /** A person agreed to the current version of the tool. */
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
          signal: more.signal ?? new AbortController().signal,
          ...(more.maxText && { maxText: more.maxText }),
        },
      );
    },
    removeServers: () => mcp.pool.query('delete from mcp.mcp_servers'),
    [Symbol.asyncDispose]: () => mcp[Symbol.asyncDispose](),
  };
}

/**
 * Starts the service for a test file. Each test begins without servers, and its resources are
 * closed at its end.
 */
export async function setUpUpstream() {
  const registry = await openUpstream();
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
