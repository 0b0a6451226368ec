import type { McpToolOutcome } from '@lectern/contracts';
import type { Api } from '../../suite/api.ts';
import type { Person } from './world.ts';

export interface ToolCall {
  readonly server: string;
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Calls a tool of the registry as an agent outside does, over HTTP. */
export async function callTool(
  api: Api,
  { server, name, arguments: given = { text: 'x' } }: ToolCall,
): Promise<McpToolOutcome> {
  return api.call('callMcpTool', { body: { server, name, arguments: { ...given } } });
}

/** Its error, or the text of its result. */
export function tell(outcome: McpToolOutcome): string {
  if ('error' in outcome) return outcome.error;
  return outcome.content.map((part) => String(part.text ?? part.type)).join('\n');
}

/** Keys of `servers` and `tools` that a search of the registry finds. */
export async function searchRegistry(api: Api, query: string) {
  const found = await api.call('searchMcpServers', { body: { query, limit: 20 } });
  return {
    servers: found.servers.map(({ name }) => name),
    tools: found.tools.map(({ server, name }) => `${server}.${name}`),
    decision: found.decision,
    scores: found.servers.map(({ score }) => score),
  };
}

/** Agrees to a call in the page, or with other headers than the person's session. */
export function decide({ api, session }: Person, id: string, headers: object = session) {
  return fetch(`${api.url}/api/mcp-tools/confirmations/${id}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"decision": "approve"}',
  });
}
