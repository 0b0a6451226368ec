import { eventually } from '@lectern/testing';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { callTool, tell } from './calls.ts';
import { readingTool, registerServer, writingTool } from './registered-server.ts';
import type { AgentWorld } from './world.ts';

const tide = readingTool('read_tide', 'Tells the height of the tide at a harbour.');
const crane = readingTool('find_crane', 'Finds a free crane of the harbour.');
const patience = { timeoutMs: 60_000 };

/** Cases of the registry of outside servers. */
export const registry: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'a changed list of tools is read at once where the server tells of it',
    async ask({ owner }) {
      await using server = await registerServer(owner, { name: 'harbour', tools: [tide] });
      const started = performance.now();
      server.outside.offer([tide, crane]);
      const isRead = await eventually(
        async () => (await server.read()).tools.length === 2,
        patience,
      ).catch(() => false);
      const ms = Math.round(performance.now() - started);
      return found('notifications/tools/list_changed', { isRead, ms }, isRead && ms < 30_000);
    },
  },
  {
    name: 'a tool that is not read-only needs no agreement where the owner says so, and all where they say that',
    async ask({ owner }) {
      await using server = await registerServer(owner, {
        name: 'harbour',
        tools: [tide, writingTool('order_crane', 'Orders a crane.')],
      });
      const calls: string[] = [];
      for (const confirm of ['writes', 'all', 'none'] as const) {
        await server.change({ confirm });
        for (const name of ['read_tide', 'order_crane']) {
          const outcome = await callTool(owner, {
            server: 'harbour',
            name,
            arguments: { query: confirm },
          });
          calls.push(tell(outcome));
        }
      }
      const asks = 'confirmation_required';
      return found(
        '{confirm: writes | all | none}; call_tool read_tide, order_crane',
        calls,
        calls.join() === ['read_tide', asks, asks, asks, 'read_tide', 'order_crane'].join(),
      );
    },
  },
];
