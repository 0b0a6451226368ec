import { eventually } from '@lectern/testing';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { readingTool, registerServer } from './registered-server.ts';
import { type AgentWorld, outsideQuestion, type Person } from './world.ts';

const chatPath = '/api/chat/mcp';

async function ask(person: Person, message: string, more: object = {}) {
  const json = { message, mode: 'agent', ...more };
  const { body } = await person.api.request('POST', chatPath, { json });
  return body;
}

async function readMessages({ api }: Person, conversation: string, branch?: string) {
  const query = branch === undefined ? '' : `?branch=${branch}`;
  const path = `/api/conversations/${conversation}/messages${query}`;
  return (await api.request('GET', path)).body.messages;
}

/** Turns of mode `agent` as a person sees, changes and keeps them. */
export const conversations: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'the trace holds the decision: its candidates, their scores, the reason',
    async ask(world) {
      const before = world.spans.spans.length;
      await ask(await world.addPerson(), outsideQuestion);
      const attributes = await eventually(
        () =>
          world.spans.spans
            .slice(before)
            .map(({ attributes }) => attributes)
            .find((one) => 'lectern.routing.reason' in one),
        { timeoutMs: 30_000 },
      );
      const told = Object.keys(attributes).filter((name) => name.startsWith('lectern.routing.'));
      const bodies = Buffer.concat(world.spans.bodies).toString('latin1');
      const isNamed = bodies.includes('lectern.routing.candidates') && bodies.includes('parcels');
      const reason = attributes['lectern.routing.reason'];
      return found(
        `POST ${chatPath}; the span "agent route"`,
        { told, reason, isNamed },
        ['candidates', 'scores', 'reason'].every((one) =>
          told.includes(`lectern.routing.${one}`),
        ) &&
          isNamed &&
          /\d/.test(String(reason)),
      );
    },
  },
  {
    name: 'stopping a turn ends the call at the outside server',
    async ask(world) {
      const aborted: boolean[] = [];
      const started = Promise.withResolvers<void>();
      await using _server = await registerServer(world.owner, {
        name: 'lighthouse',
        tools: [readingTool('read_lamp', 'Reads the lamp of the lighthouse.')],
        answer: ({ signal }) => {
          started.resolve();
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(`${aborted.push(true)}`));
          });
        },
      });
      const person = await world.addPerson();
      const asking = ask(person, 'Read the lamp of the lighthouse');
      await Promise.race([started.promise, asking]);
      const { body } = await person.api.request('GET', '/api/conversations');
      const [{ id }] = body.conversations;
      const stopped = await person.api.request('POST', `/api/conversations/${id}/stop`);
      const answer = await asking;
      const end = performance.now() + 5_000;
      while (aborted.length === 0 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const [, message] = await readMessages(person, id);
      return found(
        'POST /api/conversations/{id}/stop while a tool is called',
        { stopped: stopped.status, told: aborted.length, status: message?.status, answer },
        aborted.length === 1 && message?.status === 'stopped',
      );
    },
  },
];
