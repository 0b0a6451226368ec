import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import { type OutsideMcp, startOutsideMcp } from '@lectern/testing/outside-mcp';
import { startUpstream } from '../../test/start-upstream.ts';
import type { ToolCallReport } from './gateway-audit-reports.ts';

const owner = { userId: 'user-1', organisationId: 'organisation-1' };
const hasty = { userId: 'user-3', organisationId: 'organisation-1' };
const member = { userId: 'user-2', organisationId: 'organisation-1' };
const long = 'é'.repeat(50_000);
const tide = {
  content: [
    { type: 'text' as const, text: 'High water at 18:40.' },
    { type: 'image' as const, mimeType: 'image/png', data: 'aGk=' },
  ],
  structuredContent: { high: ['18:40'] },
};

let mcp: Awaited<ReturnType<typeof startUpstream>>;
let outside: OutsideMcp;
let memberToken: string;
/** The outside server's `Retry-After` while it takes no calls. */
let limit: string | undefined;
const reports: ToolCallReport[] = [];
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  mcp = resources.use(
    await startUpstream({
      settings: { TOOL_CALLS_PER_MINUTE: '30' },
      auditReports: {
        reportToolCall: async (report) => {
          reports.push(report);
        },
      },
    }),
  );
  await addPrincipal(mcp, { ...owner, role: 'owner' });
  await addPrincipal(mcp, { ...member, role: 'member' });
  memberToken = await mcp.identity.token(member);
  outside = resources.use(
    await startOutsideMcp({
      tools: [
        {
          name: 'forecast',
          description: 'Weather forecast.',
          annotations: { readOnlyHint: true },
        },
        { name: 'book_flight', description: 'Books a flight.' },
      ],
      intercept: (_request, response) => {
        if (limit === undefined) return false;
        response.writeHead(429, { 'retry-after': limit }).end('Ask <b>mallory</b> for more.');
        return true;
      },
      answer: ({ tool, arguments: given }) => {
        if (tool !== 'forecast') return 'booked';
        return given.place === 'Oslo' ? tide : `${long}\u0000\u200b`;
      },
    }),
  );
  await mcp.call('POST', '/mcp-servers', { body: { name: 'travel', url: outside.url } });
});
afterAll(() => resources.disposeAsync());

const post = async (path: string, body: unknown, token = mcp.token) => {
  const response = await mcp.call('POST', `/mcp-tools/${path}`, { body, token });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

describe('tools of outside servers for agents outside', () => {
  it('are found with their schemas', async () => {
    const { body } = await post('search', { task: 'What is the weather forecast?' });
    expect(body).toMatchObject({
      tools: [{ server: 'travel', name: 'forecast', read_only: true }, { name: 'book_flight' }],
      decision: { kind: 'server', server: 'travel' },
    });
    expect(body.tools[0].input_schema).toEqual({ type: 'object' });
  });

  it('give their own parts and structured content', async () => {
    const asked = { server: 'travel', name: 'forecast', arguments: { place: 'Oslo' } };
    const { status, body } = await post('call', asked);
    expect(status).toBe(200);
    expect(body).toEqual(tide);
  });

  it('give a long answer in parts, without characters that a database refuses', async () => {
    const { body } = await post('call', { server: 'travel', name: 'forecast' });
    expect(body).toMatchObject({
      error: 'result_too_large',
      message: expect.any(String),
      next_offset: 40_000,
      characters: 50_000,
    });
    const read = (token: string) =>
      mcp.call('GET', `/mcp-tools/results/${body.result_id}?offset=${body.next_offset}`, { token });
    const rest = (await (await read(mcp.token)).json()) as { text: string; next_offset: null };
    expect(body.text + rest.text).toBe(long);
    expect(rest.next_offset).toBeNull();
    expect((await read(memberToken)).status).toBe(404);
  });

  it('are called once for each agreement of the person', async () => {
    const call = { server: 'travel', name: 'book_flight', arguments: { to: 'Riga', from: 'Oslo' } };
    const asked = await post('call', call);
    expect(asked.body).toMatchObject({ error: 'confirmation_required' });
    const path = `confirmations/${asked.body.confirmation_id}`;
    const list = async (token: string) => {
      const response = await mcp.call('GET', '/mcp-tools/confirmations', { token });
      return ((await response.json()) as { confirmations: unknown[] }).confirmations;
    };
    expect(await list(mcp.token)).toMatchObject([
      { id: asked.body.confirmation_id, server: 'travel', tool: 'book_flight' },
    ]);
    expect(await list(memberToken)).toEqual([]);
    expect((await post(path, { decision: 'approve' }, memberToken)).status).toBe(404);
    const agents = { ...owner, scopes: ['mcp'] as const, credential: 'key:1' };
    const ofAgent = await mcp.identity.token(agents);
    const ofOther = await mcp.identity.token({ ...agents, credential: 'session:1:lent' });
    for (const token of [ofAgent, ofOther]) {
      expect((await post(path, { decision: 'approve' }, token)).status).toBe(403);
    }
    const ofPerson = await mcp.identity.token({ ...agents, credential: 'session:1' });
    expect((await post(path, {}, ofPerson)).status).toBe(400);
    expect((await post(path, { decision: 'approved' })).status).toBe(204);
    expect((await post(path, { decision: 'deny' })).status).toBe(404);
    expect(await list(mcp.token)).toEqual([]);
    const other = await post('call', { ...call, arguments: { to: 'Rome', from: 'Oslo' } });
    expect(other.body).toMatchObject({ error: 'confirmation_required' });
    await post('call', { ...call, arguments: { to: 'Bern', from: 'Oslo' } });
    const readPage = async (query: string) => {
      const response = await mcp.call('GET', `/mcp-tools/confirmations?${query}`, {
        token: mcp.token,
      });
      return (await response.json()) as { confirmations: unknown[]; next_cursor: string | null };
    };
    const first = await readPage('limit=1');
    const second = await readPage(`limit=1&cursor=${first.next_cursor}`);
    expect([...first.confirmations, ...second.confirmations]).toMatchObject([
      { arguments: { to: 'Bern' } },
      { arguments: { to: 'Rome' } },
    ]);
    expect(second.next_cursor).toBeNull();
    expect(await readPage('cursor=W10')).toMatchObject({ error: { details: { field: 'cursor' } } });
    expect((await post('call', call, memberToken)).body).toMatchObject({
      error: 'confirmation_required',
    });
    expect((await post('call', call)).body).toMatchObject({
      content: [{ type: 'text', text: 'booked' }],
    });
    expect((await post('call', call)).body).toMatchObject({ error: 'confirmation_required' });
  });

  it('are for agents only where an owner or admin offers them', async () => {
    const change = (offered: unknown, token = mcp.token) =>
      mcp.call('PUT', '/mcp-tools/settings', { body: { offered_to_agents: offered }, token });
    const read = async (token: string) =>
      (await mcp.call('GET', '/mcp-tools/settings', { token })).json();
    const stranger = await mcp.identity.token({ userId: 'user-9', organisationId: 'other' });
    const call = { server: 'travel', name: 'forecast', arguments: { place: 'Oslo' } };
    expect(await read(memberToken)).toEqual({ offered_to_agents: true });
    expect((await change(false, memberToken)).status).toBe(403);
    expect((await change('no')).status).toBe(400);
    const told = outside.calls.length;

    expect(await (await change(false)).json()).toEqual({ offered_to_agents: false });
    expect(await read(memberToken)).toEqual({ offered_to_agents: false });
    expect(await read(stranger)).toEqual({ offered_to_agents: true });
    expect((await post('search', { task: 'What is the weather forecast?' })).body).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect((await post('call', call)).body).toMatchObject({ error: 'not_allowed' });
    const result = await mcp.call('GET', `/mcp-tools/results/${randomUUID()}`);
    expect(result.status).toBe(403);
    expect(outside.calls).toHaveLength(told);

    await change(true);
    expect((await post('call', call)).body).toEqual(tide);
  });

  it.each([
    ['7', 7],
    ['86400', 3_600],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])(
    'are not called while their server limits its calls (Retry-After %s), and then again',
    async (told, seconds) => {
      const call = { server: 'travel', name: 'forecast', arguments: { place: 'Oslo' } };
      limit = told;
      const { status, body } = await post('call', call);
      limit = undefined;
      expect([status, body]).toEqual([
        200,
        {
          error: 'server_unavailable',
          message: 'The server takes no more calls for now.',
          ...(seconds !== undefined && { retry_after: seconds }),
        },
      ]);
      expect((await post('call', call)).body).toEqual(tide);
    },
  );

  it('say that they are unknown', async () => {
    const { status, body } = await post('call', { server: 'nowhere', name: 'forecast' });
    expect([status, body.error]).toEqual([200, 'unknown_tool']);
  });

  it("are called so often as a person may, and not by others in that person's place", async () => {
    await addPrincipal(mcp, { ...hasty, role: 'member' });
    const token = await mcp.identity.token(hasty);
    const call = { server: 'travel', name: 'nothing' };
    const made = await Promise.all(Array.from({ length: 40 }, () => post('call', call, token)));
    const refused = made.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({
      error: { code: 'rate_limited', details: { retry_after: 2 } },
    });
    expect(made.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(30);
    expect((await post('call', call, memberToken)).status).toBe(200);
    await mcp.pool.query(
      `update mcp.tool_call_rates set filled_at = filled_at - interval '2 minutes'`,
    );
    expect((await post('call', call, token)).status).toBe(200);
    await mcp.upstream.callRates.dropFull();
    const { rows } = await mcp.pool.query('select user_id from mcp.tool_call_rates');
    expect(rows).toEqual([{ user_id: 'user-3' }]);
  });

  it('are reported call by call, with the outcome and without arguments', async () => {
    reports.length = 0;
    const secret = { place: 'Oslo', note: 'not for the log' };
    await post('call', { server: 'travel', name: 'forecast', arguments: secret });
    await post('call', { server: 'travel', name: 'book_flight', arguments: secret });
    await post('call', { server: 'travel', name: 'nothing' }, memberToken);
    expect(reports.map(({ owner: { userId }, tool, outcome }) => [userId, tool, outcome])).toEqual([
      ['user-1', 'forecast', 'ok'],
      ['user-1', 'book_flight', 'confirmation_required'],
      ['user-2', 'nothing', 'unknown_tool'],
    ]);
    expect(JSON.stringify(reports)).not.toContain('not for the log');
  });
});
