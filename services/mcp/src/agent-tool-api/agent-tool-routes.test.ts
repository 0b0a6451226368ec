import { describe, expect, it } from '@jest/globals';
import type { AgentTool } from '@lectern/contracts';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { owner, setUpUpstream } from '../../test/set-up-upstream.ts';

const { mcp, memberToken, register, resources } = await setUpUpstream();
const long = 'é'.repeat(50_000);
const tools = [
  { name: 'find_issue', description: 'Finds an issue.', annotations: { readOnlyHint: true } },
  { name: 'delete_issue', description: 'Deletes an issue of the tracker.' },
];

const ask = async (path: string, body: unknown, token = mcp.token) => {
  const response = await mcp.call('POST', `/internal/agent-tools/${path}`, { body, token });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return (await response.json()) as any;
};

async function registerTracker(visibility = { everyone: true }) {
  const outside = resources.use(await startOutsideMcp({ tools, answer: () => long }));
  const { server } = await register({ name: 'tracker', url: outside.url, visibility });
  return { outside, id: server.id };
}

describe('tools of outside servers for the own agent', () => {
  it('are found with the description of their server', async () => {
    await registerTracker();
    expect(await ask('search', { query: 'delete an issue', limit: 5 })).toMatchObject({
      servers: [{ name: 'tracker', description: 'Tools: find_issue, delete_issue.' }],
      decision: { kind: 'server', server: 'tracker', choices: [], evidence: expect.any(Number) },
    });
    const selection = { server: 'tracker', query: 'delete an issue', token_budget: 4_000 };
    expect(await ask('select', selection)).toMatchObject({
      tools: [
        { name: 'delete_issue', needs_confirmation: true, input_schema: { type: 'object' } },
        {},
      ],
    });
  });

  it('are limited to those that a call allows', async () => {
    const { outside } = await registerTracker();
    const search = { query: 'delete an issue', limit: 5 };
    const found = (allowed: object[]) => ask('search', { ...search, allowed });
    expect((await found([])).servers).toEqual([]);
    expect((await found([{ server: 'other' }])).servers).toEqual([]);
    expect((await found([{ server: 'tracker' }])).servers).toHaveLength(1);
    const allowed = [{ server: 'Tracker', tool: 'find_issue' }];
    expect((await found(allowed)).servers[0].tools).toMatchObject([{ name: 'find_issue' }]);
    const selection = { server: 'tracker', query: 'delete an issue', token_budget: 4_000, allowed };
    expect((await ask('select', selection)).tools).toMatchObject([{ name: 'find_issue' }]);
    const other = { server: 'tracker', name: 'delete_issue', allowed };
    expect(await ask('find', other)).toEqual({ tool: null });
    const call = { ...other, arguments: {}, max_text: 100 };
    expect(await ask('call', call)).toMatchObject({ error: { code: 'forbidden' } });
    expect(outside.calls).toEqual([]);
  });

  it('are unknown to a person who may not use their server', async () => {
    const { outside } = await registerTracker({ everyone: false });
    const find = { server: 'tracker', name: 'find_issue' };
    expect(await ask('find', find, memberToken)).toEqual({ tool: null });
    const call = { ...find, arguments: {}, max_text: 100 };
    expect(await ask('call', call, memberToken)).toMatchObject({ code: 'unknown_tool' });
    const count = await mcp.call('GET', '/internal/agent-tools/servers', { token: memberToken });
    expect(await count.json()).toEqual({ count: 0 });
    expect(outside.calls).toEqual([]);
  });

  it('give a long answer in parts to the person who called', async () => {
    await registerTracker();
    const call = { server: 'tracker', name: 'find_issue', arguments: {}, max_text: 40_000 };
    const answer = await ask('call', call);
    expect(answer).toMatchObject({
      kind: 'answer',
      is_error: false,
      rest: { offset: 40_000, characters: 50_000 },
    });
    const wanted = { result_id: answer.rest.result_id, offset: 40_000, limit: 40_000 };
    const { part } = await ask('results', wanted);
    expect(answer.text + part.text).toBe(long);
    expect(await ask('results', wanted, memberToken)).toEqual({ part: null });
  });

  it.each([
    ['is called as the person agreed', false],
    ['is not called if its server got another address since the person agreed', true],
  ])('one that changes something %s', async (_, isMoved) => {
    const { outside, id } = await registerTracker();
    const other = resources.use(await startOutsideMcp({ tools }));
    const call = { server: 'tracker', name: 'delete_issue', arguments: { n: 7 }, max_text: 100 };
    expect(await ask('call', call)).toMatchObject({ code: 'confirmation_required' });
    const { tool } = (await ask('find', { server: 'tracker', name: 'delete_issue' })) as {
      tool: AgentTool;
    };
    if (isMoved) await mcp.call('PATCH', `/mcp-servers/${id}`, { body: { url: other.url } });
    const outcome = await ask('call', { ...call, agreed_to: tool.version });
    expect([outside.calls.length, other.calls.length]).toEqual([isMoved ? 0 : 1, 0]);
    if (isMoved) expect(outcome.message).toContain('was changed since a person agreed');
    else expect(outcome.kind).toBe('answer');
  });

  it('that wait for their person are listed as far as they fit, and the others counted', async () => {
    await registerTracker();
    for (const length of [100, 600_000, 600_000]) {
      const body = {
        server: 'tracker',
        name: 'delete_issue',
        arguments: { n: 'x'.repeat(length) },
      };
      expect((await mcp.call('POST', '/mcp-tools/call', { body })).status).toBe(200);
    }
    const listed = await mcp.call('GET', '/internal/agent-tools/confirmations');
    const { confirmations, omitted } = (await listed.json()) as {
      confirmations: { tool: string }[];
      omitted: number;
    };
    expect(confirmations.map(({ tool }) => tool)).toEqual(['delete_issue']);
    expect(omitted).toBe(2);
  });

  it('need the scope of tools', async () => {
    const token = await mcp.identity.token({ ...owner, scopes: ['chat'] });
    const response = await mcp.call('GET', '/internal/agent-tools/servers', { token });
    expect(response.status).toBe(403);
  });

  it('are for people alone', async () => {
    const response = await mcp.call('GET', '/internal/agent-tools/servers', { token: 'none' });
    expect(response.status).toBe(401);
  });
});
