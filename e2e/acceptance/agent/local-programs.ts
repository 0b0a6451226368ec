import { eventually } from '@lectern/testing';
import type { Api } from '../../suite/api.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { callTool, tell } from './calls.ts';
import type { AgentWorld } from './world.ts';

/** A program may take longer to start than the registration waits for. Looks count as calls. */
const patience = { timeoutMs: 60_000, intervalMs: 1_000 };

/** The program that the operator allows, once it answers. */
async function startLocal(owner: Api) {
  const { body: local } = await register(owner, 'local');
  const call = async (name: string) =>
    tell(await callTool(owner, { server: 'local', name, arguments: {} }));
  const variables = await eventually(async () => {
    const text = await call('list_variables');
    return text !== 'unknown_tool' && text;
  }, patience);
  return {
    variables,
    call,
    change: (url: string) =>
      owner.request('PATCH', `/api/mcp-servers/${local.id}`, { json: { url } }),
    async [Symbol.asyncDispose]() {
      await owner.request('DELETE', `/api/mcp-servers/${local.id}`);
    },
  };
}

function register(owner: Api, name: string) {
  return owner.request('POST', '/api/mcp-servers', { json: { name, url: `stdio:${name}` } });
}

/** Programs of this machine as MCP servers. */
export const localPrograms: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'a local program is called where the operator allows it, with none of our variables',
    async ask({ owner }) {
      const unknown = await register(owner, 'shell');
      await using local = await startLocal(owner);
      const changed = await local.change('stdio:shell');
      const { variables } = local;
      const ours = variables.match(/DATABASE|KEY|SECRET|TOKEN|PASSWORD|LECTERN|MODEL/g);
      return found(
        'POST /api/mcp-servers {url: "stdio:shell"}, {url: "stdio:local"}; call_tool; PATCH {url: "stdio:shell"}',
        { unknown: unknown.status, changed: changed.status, variables },
        unknown.status === 400 &&
          changed.status === 400 &&
          / ?PATH/.test(variables) &&
          ours === null,
      );
    },
  },
  {
    name: 'a call whose caller leaves is cancelled at a local program too',
    async ask({ owner }) {
      await using local = await startLocal(owner);
      const leaving = new AbortController();
      const calling = fetch(`${owner.url}/api/mcp-tools/call`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.apiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ server: 'local', name: 'wait', arguments: {} }),
        signal: leaving.signal,
      }).catch(() => 'left');
      const reads = async (text: string) =>
        eventually(async () => (await local.call('count_waits')) === text, patience);
      await reads('1 begun, 0 cancelled');
      leaving.abort();
      await calling;
      const isTold = await reads('1 begun, 1 cancelled').catch(() => false);
      const told = await local.call('count_waits');
      return found('POST /api/mcp-tools/call of a tool that waits, hung up', told, isTold === true);
    },
  },
];
