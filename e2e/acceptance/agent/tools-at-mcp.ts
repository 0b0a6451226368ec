import { eventually } from '@lectern/testing';
import { readToolJson } from '../../suite/mcp-client.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { connect } from './agent-client.ts';
import { decide } from './calls.ts';
import { settle, untilAborted } from './failing-servers.ts';
import { readingTool, registerServer, writingTool } from './registered-server.ts';
import type { AgentWorld } from './world.ts';

const names = ['search_tools', 'call_tool', 'read_result'];
const tide = readingTool('read_tide', 'Tells the height of the tide at a harbour.');
const crane = writingTool('order_crane', 'Orders a crane of the harbour.');
/** Characters that stand for one token: English of a schema is near to four. */
const charactersOfToken = 3;
const maxTokens = 1_500;
/** Maximum length of a result that is returned at once. */
const maxCharacters = 40_000;

/** The registry as agents outside have it, behind the suite's one address. */
export const toolsAtMcp: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'the tools over all servers cost a model less than 1,500 tokens',
    async ask({ owner }) {
      await using client = await connect(owner);
      const listed = (await client.list()).filter(({ name }) => names.includes(name));
      const characters = JSON.stringify(listed).length;
      const tokens = Math.ceil(characters / charactersOfToken);
      return found(
        'tools/list: all that is listed of search_tools, call_tool, read_result',
        { tools: listed.length, characters, tokens },
        listed.length === names.length && tokens < maxTokens,
      );
    },
  },
  ...(['newest', '2025-11-25'] as const).flatMap((revision): AcceptanceCase<AgentWorld>[] => [
    {
      name: `a tool is found for a task with its schema and called (client: ${revision})`,
      async ask({ owner }) {
        const text = 'High water is at noon.';
        await using server = await registerServer(owner, {
          name: 'harbour',
          tools: [tide],
          answer: () => ({
            content: [
              { type: 'text', text },
              { type: 'image', mimeType: 'image/png', data: 'aGk=' },
            ],
            structuredContent: { high: 12 },
          }),
        });
        await using client = await connect(owner, revision);
        const search = await client.call('search_tools', { task: 'When is high tide?' });
        const { tools, decision } = search.structuredContent as {
          tools: { server: string; name: string; input_schema: object; read_only: boolean }[];
          decision: { server: string; kind: string };
        };
        const [first] = tools;
        const call = { server: first?.server, name: first?.name, arguments: { query: 'today' } };
        const result = await client.call('call_tool', call);
        const [outside] = server.outside.calls;
        const kinds = (result.content as { type: string }[]).map(({ type }) => type);
        const holds =
          first?.name === 'read_tide' &&
          JSON.stringify(first.input_schema).includes('"required":["query"]') &&
          decision.server === 'harbour' &&
          kinds.join() === 'text,image' &&
          JSON.stringify(result.structuredContent) === '{"high":12}' &&
          outside?.arguments.query === 'today';
        return found(
          'tools/call search_tools {task}, call_tool {server, name, arguments}',
          { first, decision, kinds, structured: result.structuredContent },
          holds,
        );
      },
    },
    {
      name: `a call that its client ${revision === 'newest' ? 'cancels' : 'hangs up on'} is cancelled at the outside server (client: ${revision})`,
      async ask({ owner }) {
        const aborted: boolean[] = [];
        await using server = await registerServer(owner, {
          name: 'harbour',
          tools: [tide],
          answer: ({ signal }) => untilAborted(signal, aborted),
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
        await settle(aborted);
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
    name: 'a long result is cut, and read on by reference to its last character',
    async ask({ owner }) {
      const text = Array.from({ length: 12_000 }, (_, line) => `line ${line} 🌊`).join('\n');
      await using server = await registerServer(owner, {
        name: 'harbour',
        tools: [tide],
        answer: () => text,
      });
      await using client = await connect(owner);
      const call = { server: 'harbour', name: 'read_tide', arguments: { query: 'x' } };
      const result = await client.call('call_tool', call);
      const cut = readToolJson(result) as {
        error: string;
        text: string;
        result_id: string;
        next_offset: number | null;
      };
      let read = cut.text;
      let parts = 0;
      for (let offset = cut.next_offset; offset !== null; parts += 1) {
        const part = await client.call('read_result', { result_id: cut.result_id, offset });
        const { text: more, next_offset } = part.structuredContent as {
          text: string;
          next_offset: number | null;
        };
        read += more;
        offset = next_offset;
      }
      const isWhole = read === text;
      const calls = server.outside.calls.length;
      return found(
        'call_tool with a long answer, then read_result until it ends',
        { error: cut.error, first: cut.text.length, parts, isWhole, calls },
        cut.error === 'result_too_large' && cut.text.length < 60_000 && isWhole && calls === 1,
      );
    },
  },
  {
    name: 'structured content beside a short text is cut and read on as well',
    async ask({ owner }) {
      const rows = Array.from({ length: 3_000 }, (_, row) => ({ row, place: 'Hamburg' }));
      await using _server = await registerServer(owner, {
        name: 'harbour',
        tools: [tide],
        answer: () => ({
          content: [{ type: 'text', text: '3,000 rows.' }],
          structuredContent: { rows },
        }),
      });
      await using client = await connect(owner);
      const call = { server: 'harbour', name: 'read_tide', arguments: { query: 'x' } };
      const result = await client.call('call_tool', call);
      const { error, text, result_id } = readToolJson(result) as Readonly<Record<string, string>>;
      const rest = await client.call('read_result', { result_id, offset: 80_000 });
      const isRead = JSON.stringify(rest.structuredContent).includes('2999');
      return found(
        'call_tool with 100 KB of structured content, read_result',
        { error, characters: text?.length, begins: text?.slice(0, 40), isRead },
        error === 'result_too_large' && (text?.length ?? 0) <= maxCharacters && isRead,
      );
    },
  },
  {
    name: 'the rest of a result is read by nobody else',
    async ask(world) {
      const { owner } = world;
      await using _server = await registerServer(owner, {
        name: 'harbour',
        tools: [tide],
        answer: () => 'x'.repeat(100_000),
      });
      await using client = await connect(owner);
      const call = { server: 'harbour', name: 'read_tide', arguments: { query: 'x' } };
      const { result_id } = readToolJson(await client.call('call_tool', call)) as {
        result_id: string;
      };
      await using other = await connect((await world.addPerson()).api);
      const foreign = JSON.stringify(await other.call('read_result', { result_id, offset: 0 }));
      return found(
        'read_result by another member',
        foreign,
        foreign.includes('not_found') && !foreign.includes('xxxx'),
      );
    },
  },
  {
    name: 'a tool that changes something asks its person, not the agent, and is called once for one agreement',
    async ask(world) {
      const person = await world.addPerson();
      await using server = await registerServer(world.owner, { name: 'harbour', tools: [crane] });
      await using client = await connect(person.api);
      const call = (text: string) =>
        client.call('call_tool', {
          server: 'harbour',
          name: 'order_crane',
          arguments: { query: text },
        });
      const asked = readToolJson(await call('one')) as { error: string; confirmation_id: string };
      const key = { authorization: `Bearer ${person.api.apiKey}` };
      const byAgent = await decide(person, asked.confirmation_id, key);
      const list = await person.api.request('GET', '/api/mcp-tools/confirmations');
      const byOther = await decide(await world.addPerson(), asked.confirmation_id);
      const byPerson = await decide(person, asked.confirmation_id);
      const other = readToolJson(await call('two')) as { error: string };
      const agreed = await call('one');
      const again = readToolJson(await call('one')) as { error: string };
      const statuses = [byAgent.status, byOther.status, byPerson.status];
      const [waiting] = list.body.confirmations;
      const calls = server.outside.calls.map(({ arguments: given }) => given.query);
      return found(
        'call_tool, POST /api/mcp-tools/confirmations/{id} by key, stranger and person, call_tool again',
        { asked: asked.error, waiting: waiting?.arguments, statuses, calls, again: again.error },
        asked.error === 'confirmation_required' &&
          waiting?.arguments.query === 'one' &&
          statuses.join() === '403,404,204' &&
          other.error === 'confirmation_required' &&
          !agreed.isError &&
          again.error === 'confirmation_required' &&
          calls.join() === 'one',
      );
    },
  },
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
  {
    name: 'an organisation that keeps its tools back lists none of them, and refuses calls at once',
    async ask({ owner }) {
      await using _server = await registerServer(owner, { name: 'harbour', tools: [tide] });
      const set = (offered_to_agents: boolean) =>
        owner.call('changeMcpToolSettings', { body: { offered_to_agents } });
      await using client = await connect(owner);
      const look = async () => {
        const call = { server: 'harbour', name: 'read_tide', arguments: { query: 'x' } };
        const listed = (await client.list()).filter(({ name }) => names.includes(name)).length;
        const search = await client.call('search_tools', { task: 'When is high tide?' });
        const called = await client.call('call_tool', call);
        return [listed, Boolean(search.isError), JSON.stringify(called).includes('not_allowed')];
      };
      await set(false);
      const kept = await look();
      await set(true);
      const offered = await look();
      return found(
        'PUT /api/mcp-tools/settings {offered_to_agents}; tools/list, search_tools, call_tool',
        { kept, offered },
        kept.join() === '0,true,true' && offered.join() === '3,false,false',
      );
    },
  },
];
