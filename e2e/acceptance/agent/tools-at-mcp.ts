import { eventually } from '@lectern/testing';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { connect } from './agent-client.ts';
import { readingTool, registerServer } from './registered-server.ts';
import type { AgentWorld } from './world.ts';

const tide = readingTool('read_tide', 'Tells the height of the tide at a harbour.');

/** The registry as agents outside have it, behind the suite's one address. */
export const toolsAtMcp: readonly AcceptanceCase<AgentWorld>[] = [
  ...(['newest', '2025-11-25'] as const).flatMap((revision): AcceptanceCase<AgentWorld>[] => [
    {
      name: `a call that its client ${revision === 'newest' ? 'cancels' : 'hangs up on'} is cancelled at the outside server (client: ${revision})`,
      async ask({ owner }) {
        const aborted: boolean[] = [];
        await using server = await registerServer(owner, {
          name: 'harbour',
          tools: [tide],
          answer: ({ signal }) =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => resolve(`${aborted.push(true)}`));
            }),
        });
        await using client = await connect(owner, revision);
        const leaving = new AbortController();
        const call = { server: 'harbour', name: 'read_tide', arguments: { query: 'x' } };
        const calling = client.call('call_tool', call, leaving.signal).catch(() => 'left');
        await eventually(() => server.outside.calls.length === 1);
        // Without sessions the older revision has no way to tell which call is meant.
        if (revision === 'newest') leaving.abort();
        else await client[Symbol.asyncDispose]();
        const started = performance.now();
        await calling;
        await eventually(() => aborted.length === 1).catch(() => undefined);
        const ms = Math.round(performance.now() - started);
        return found(
          'tools/call call_tool, left while the tool runs',
          { told: aborted.length, ms },
          aborted.length === 1 && ms < 9_000,
        );
      },
    },
  ]),
  {
    name: 'calls of agents stand in the audit log, with who, which tool and what came of it',
    async ask(world) {
      const { api, id } = await world.addPerson();
      await using _server = await registerServer(world.owner, { name: 'harbour', tools: [tide] });
      await using client = await connect(api);
      await client.call('call_tool', { server: 'harbour', name: 'read_tide', arguments: {} });
      await client.call('call_tool', { server: 'harbour', name: 'sink_ship', arguments: {} });
      const entries = await eventually(async () => {
        const { body } = await world.owner.request('GET', '/api/audit?limit=200');
        const all: readonly object[] = body.events;
        const own = all.filter((entry) => {
          const text = JSON.stringify(entry);
          return text.includes(id) && text.includes('harbour');
        });
        return own.length >= 2 && own;
      });
      const text = JSON.stringify(entries);
      return found(
        'call_tool twice; GET /api/audit',
        entries,
        text.includes('read_tide') && text.includes('unknown_tool'),
      );
    },
  },
];
