import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatResponse, McpToolOutcome } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { connectMcp } from '../suite/mcp-client.ts';
import { readingTool, registerServer, writingTool } from './agent/registered-server.ts';
import {
  type AgentWorld,
  createWorld,
  outsideKey,
  outsideQuestion,
  type Person,
} from './agent/world.ts';

const maxCaseMs = 120_000;
const maxStartMs = 300_000;
/** A program may take longer to start than the registration waits for. Looks count as calls. */
const patience = { timeoutMs: 60_000, intervalMs: 1_000 };
const tide = readingTool('read_tide', 'Tells the height of the tide at a harbour.');
const crane = readingTool('find_crane', 'Finds a free crane of the harbour.');

describe('the agent over an outside MCP server, without a language model', () => {
  let world: AgentWorld;
  beforeAll(async () => {
    world = await createWorld();
  }, maxStartMs);
  afterAll(async () => world?.[Symbol.asyncDispose](), maxStartMs);

  it('reads a changed list of tools at once where the server tells of it', async () => {
    await using server = await registerServer(world.owner, { name: 'harbour', tools: [tide] });
    server.outside.offer([tide, crane]);
    await eventually(async () => (await server.read()).tools.length === 2, { timeoutMs: 30_000 });
  });

  it('calls writing tools without agreement, or none, as the owner says', async () => {
    await using server = await registerServer(world.owner, {
      name: 'harbour',
      tools: [tide, writingTool('order_crane', 'Orders a crane.')],
    });
    const told: string[] = [];
    for (const confirm of ['writes', 'all', 'none'] as const) {
      await server.change({ confirm });
      for (const name of ['read_tide', 'order_crane']) {
        told.push(await callTool(world, { server: 'harbour', name }, { query: confirm }));
      }
    }
    const asks = 'confirmation_required';
    expect(told).toEqual(['read_tide', asks, asks, asks, 'read_tide', 'order_crane']);
  });

  it(
    'calls a local program where the operator allows it, with none of our variables',
    async () => {
      expect((await registerLocal(world, 'shell')).status).toBe(400);
      await using local = await startLocal(world);
      expect((await local.change('stdio:shell')).status).toBe(400);
      expect(local.variables).toMatch(/ ?PATH/);
      expect(local.variables).not.toMatch(/DATABASE|KEY|SECRET|TOKEN|PASSWORD|LECTERN|MODEL/);
    },
    maxCaseMs,
  );

  it(
    'cancels a call at a local program when its caller leaves',
    async () => {
      await using local = await startLocal(world);
      const leaving = new AbortController();
      const calling = fetch(`${world.owner.url}/api/mcp-tools/call`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.owner.apiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ server: 'local', name: 'wait', arguments: {} }),
        signal: leaving.signal,
      }).catch(() => 'left');
      const reads = (text: string) =>
        eventually(async () => (await local.call('count_waits')) === text, patience);
      await reads('1 begun, 0 cancelled');
      leaving.abort();
      await calling;
      await reads('1 begun, 1 cancelled');
    },
    maxCaseMs,
  );

  it('traces each decision of the routing: its candidates, their scores, the reason', async () => {
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
    expect(Object.keys(attributes)).toEqual(
      expect.arrayContaining(['lectern.routing.candidates', 'lectern.routing.scores']),
    );
    expect(String(attributes['lectern.routing.reason'])).toMatch(/\d/);
    const bodies = Buffer.concat(world.spans.bodies).toString('latin1');
    expect(bodies).toContain('parcels');
  });

  it('ends the call at the outside server when its turn is stopped', async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<string>();
    await using _server = await registerServer(world.owner, {
      name: 'lighthouse',
      tools: [readingTool('read_lamp', 'Reads the lamp of the lighthouse.')],
      answer: ({ signal }) => {
        started.resolve();
        signal.addEventListener('abort', () => aborted.resolve('aborted'));
        return aborted.promise;
      },
    });
    const person = await world.addPerson();
    const asking = ask(person, 'Read the lamp of the lighthouse');
    await Promise.race([started.promise, asking]);
    const { body } = await person.api.request('GET', '/api/conversations');
    const path = `/api/conversations/${body.conversations[0].id}`;
    await person.api.request('POST', `${path}/stop`);
    await asking;
    await aborted.promise;
    const messages = await person.api.request('GET', `${path}/messages`);
    expect(messages.body.messages[1].status).toBe('stopped');
  });

  it('waits for its person before a call that changes something, and makes it once', async () => {
    const { outside } = world;
    const before = outside.calls.length;
    const approve = await askForApproval(await world.addPerson());
    expect(outside.calls).toHaveLength(before);
    for (const { answer } of [await approve(), await approve()]) {
      expect(answer).toContain('Hamburg');
    }
    expect(outside.calls).toHaveLength(before + 1);
  });

  it(
    'goes on to the answer after llm was killed in mid-turn',
    async () => {
      const person = await world.addPerson();
      const begin = () => ask(person, outsideQuestion);
      expect(await killInTurn(world, person, { begin })).toMatchObject({ status: 'done' });
    },
    maxCaseMs,
  );

  it(
    'makes an approved call no second time after llm was killed in it',
    async () => {
      const person = await world.addPerson();
      const begin = await askForApproval(person);
      const ended = await killInTurn(world, person, { begin });
      expect(ended).toMatchObject({ status: 'done', callsAfter: 0 });
    },
    maxCaseMs,
  );

  it(
    'fails a turn without a call when its person was disabled while llm was down',
    async () => {
      const person = await world.addPerson();
      const ended = await killInTurn(world, person, {
        begin: () => ask(person, outsideQuestion),
        whileDown: () =>
          world.pool.query('update auth."user" set banned = true where id = $1', [person.id]),
      });
      expect(ended).toMatchObject({ status: 'failed', callsAfter: 0 });
    },
    maxCaseMs,
  );

  // Last: it reads all that the outside server was sent by the cases above.
  it('sends an outside server its own key and none of ours, no name, and no header of ours', async () => {
    const { owner, people, pool, wire, suite } = world;
    const before = countRequests(wire.sent());
    const client = await connectMcp(owner);
    const parameters = { server: 'parcels', name: 'track_parcel', arguments: { query: '4711' } };
    await client.callTool({ name: 'call_tool', arguments: parameters });
    await client.close();
    await owner.call('refreshMcpServers');
    const sent = wire.sent();
    const { rows } = await pool.query(
      `select id as secret from auth."user" union select id from auth.organization
       union select email from auth."user" union select token from auth.session`,
    );
    const ours = [
      owner.apiKey,
      ...people.flatMap(({ api, session }) => [api.apiKey, session.cookie?.split('=')[1] ?? '']),
      ...rows.map(({ secret }) => String(secret)),
      suite.credentials.password ?? '',
      'eyJ',
      'lct_',
    ].filter((text) => text !== '');
    expect(ours.filter((text) => sent.includes(text))).toEqual([]);
    expect([...headersIn(sent)].filter((name) => !allowedHeaders.test(name))).toEqual([]);
    expect(sent).toContain(outsideKey);
    // The call and the look at the tools.
    expect(countRequests(sent)).toBeGreaterThanOrEqual(before + 2);
  });
});

async function ask(person: Person, message: string) {
  const json = { message, mode: 'agent' };
  return (await person.api.request('POST', '/api/chat/mcp', { json })).body;
}

/** Calls a tool of the registry as an agent outside does; returns its error or the text of its result. */
async function callTool(
  { owner }: AgentWorld,
  tool: { readonly server: string; readonly name: string },
  given: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const body = { ...tool, arguments: { ...given } };
  const outcome: McpToolOutcome = await owner.call('callMcpTool', { body });
  if ('error' in outcome) return outcome.error;
  return outcome.content.map((part) => String(part.text ?? part.type)).join('\n');
}

function registerLocal({ owner }: AgentWorld, name: string) {
  return owner.request('POST', '/api/mcp-servers', { json: { name, url: `stdio:${name}` } });
}

/** The program that the operator allows, once it answers. */
async function startLocal(world: AgentWorld) {
  const path = `/api/mcp-servers/${(await registerLocal(world, 'local')).body.id}`;
  const call = (name: string) => callTool(world, { server: 'local', name });
  const variables = await eventually(async () => {
    const text = await call('list_variables');
    return text !== 'unknown_tool' && text;
  }, patience);
  return {
    variables,
    call,
    change: (url: string) => world.owner.request('PATCH', path, { json: { url } }),
    async [Symbol.asyncDispose]() {
      await world.owner.request('DELETE', path);
    },
  };
}

/** Asks for what is not read-only; gives what approves it, as the person in the page. */
async function askForApproval(person: Person) {
  const asked = await ask(person, 'Cancel the magazine subscription of customer 12');
  const path = `/api/conversations/${asked.conversation_id}/approvals/${asked.approval?.id}`;
  return async () => {
    const response = await fetch(`${person.api.url}${path}`, {
      method: 'POST',
      headers: { ...person.session, 'content-type': 'application/json' },
      body: '{"decision": "approve"}',
    });
    return (await response.json()) as ChatResponse;
  };
}

interface Interrupted {
  /** Ends once the outside server was called, or later. */
  readonly begin: () => Promise<unknown>;
  readonly whileDown?: () => Promise<unknown>;
}

/** Kills llm while a tool is called, and waits until the turn that it left has ended. */
async function killInTurn(
  { suite, pool, outside, gate }: AgentWorld,
  person: Person,
  { begin, whileDown }: Interrupted,
): Promise<{ readonly status: string; readonly callsAfter: number }> {
  const before = outside.calls.length;
  gate.close();
  try {
    const asking = begin().catch(() => undefined);
    await eventually(() => outside.calls.length > before, { timeoutMs: 90_000 });
    await suite.processes.llm.kill();
    await whileDown?.();
    await asking;
  } finally {
    gate.open();
  }
  await suite.processes.llm.whenRunning();
  const turn = await eventually(
    async () => {
      const { rows } = await pool.query(
        'select status from llm.turns where user_id = $1 order by created_at desc limit 1',
        [person.id],
      );
      return rows[0]?.status !== 'running' && rows[0];
    },
    { timeoutMs: 90_000 },
  );
  return { status: turn.status, callsAfter: outside.calls.length - before - 1 };
}

/** Headers of an MCP client; the suite must add none of its own. */
const allowedHeaders =
  /^(accept|accept-encoding|accept-language|connection|content-length|content-type|host|last-event-id|mcp-[a-z-]+|sec-fetch-mode|transfer-encoding|user-agent|x-api-key)$/;

/** Names of headers in all that was sent: lines behind a request line, before the empty one. */
function headersIn(sent: string): Set<string> {
  const heads = sent.matchAll(/(?:POST|GET|DELETE|HEAD) \S+ HTTP\/1\.1\r\n(.*?)\r\n\r\n/gs);
  return new Set(
    [...heads].flatMap(([, head = '']) =>
      head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase() ?? ''),
    ),
  );
}

function countRequests(sent: string): number {
  return sent.split(' HTTP/1.1\r\n').length - 1;
}
