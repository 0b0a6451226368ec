import { eventually } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { callTool, decide, tell } from './calls.ts';
import { type RegisteredServer, registerServer, writingTool } from './registered-server.ts';
import type { AgentWorld } from './world.ts';

const crane = writingTool('order_crane', 'Orders a crane of the harbour.');

async function acceptOtherWords({ outside, read, change }: RegisteredServer): Promise<void> {
  outside.offer([{ ...crane, description: 'Orders a crane and pays for it.' }]);
  const digest = await eventually(async () => (await read()).tools[0]?.change?.digest, {
    timeoutMs: 60_000,
  });
  await change({ accept_changes: [{ name: crane.name, digest }] });
}

/** An agreement is valid for one call of the tool as it was then. */
export const agreements: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'an agreement leads no call to another address, other credentials or a tool of other words',
    async ask(world) {
      const person = await world.addPerson();
      await using elsewhere = await startOutsideMcp({ tools: [crane] });
      await using server = await registerServer(world.owner, { name: 'harbour', tools: [crane] });
      const call = () => callTool(person.api, { server: 'harbour', name: 'order_crane' });
      const changes = {
        words: () => acceptOtherWords(server),
        credentials: () => server.change({ headers: { 'x-api-key': 'of-another-account' } }),
        address: () => server.change({ url: elsewhere.url }),
      };
      const after: Record<string, string> = {};
      for (const [what, change] of Object.entries(changes)) {
        const asked = await call();
        const id = 'error' in asked ? asked.confirmation_id : undefined;
        const agreed = await decide(person, id ?? '');
        await change();
        after[what] = `${agreed.status} ${tell(await call())}`;
      }
      const calls = server.outside.calls.length + elsewhere.calls.length;
      return found(
        'call_tool, POST /api/mcp-tools/confirmations/{id}, PATCH of the server, call_tool again',
        { after, calls },
        Object.values(after).every((one) => one === '204 confirmation_required') && calls === 0,
      );
    },
  },
];
