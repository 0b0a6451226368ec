import type { McpServerDetail, UpdateMcpServer } from '@lectern/contracts';
import {
  type OutsideMcp,
  type OutsideMcpOptions,
  type OutsideTool,
  startOutsideMcp,
} from '@lectern/testing/outside-mcp';
import type { Api } from '../../suite/api.ts';

export interface RegisterOptions extends Partial<OutsideMcpOptions> {
  readonly name: string;
}

/** A real MCP server that the owner registered; it goes from the registry and ends. */
export interface RegisteredServer extends AsyncDisposable {
  readonly outside: OutsideMcp;
  read(): Promise<McpServerDetail>;
  change(changes: UpdateMcpServer): Promise<McpServerDetail>;
}

/** A tool that reads, with one text as its argument. */
export function readingTool(name: string, description: string): OutsideTool {
  return { ...writingTool(name, description), annotations: { readOnlyHint: true } };
}

/** One that changes something, so that a person must agree. */
export function writingTool(name: string, description: string): OutsideTool {
  const properties = { query: { type: 'string' } };
  return { name, description, inputSchema: { type: 'object', properties, required: ['query'] } };
}

export async function registerServer(
  owner: Api,
  { name, tools = [], ...options }: RegisterOptions,
): Promise<RegisteredServer> {
  const outside = await startOutsideMcp({ name, tools, ...options });
  const { id } = await owner.call('createMcpServer', { body: { name, url: outside.url } });
  const params = { id };
  return {
    outside,
    read: () => owner.call('getMcpServer', { params }),
    change: (body) => owner.call('updateMcpServer', { params, body }),
    async [Symbol.asyncDispose]() {
      await owner.request('DELETE', `/api/mcp-servers/${id}`);
      await outside[Symbol.asyncDispose]();
    },
  };
}
