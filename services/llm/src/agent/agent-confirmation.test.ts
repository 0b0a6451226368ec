import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { chatResponseSchema } from '@lectern/contracts';
import { createTestDatabase, createTestIdentity, eventually } from '@lectern/testing';
import { type FakeTool, FakeTools } from '../../test/fake-tools.ts';
import { readAllParts, textOf } from '../../test/read-ui-stream.ts';
import { calls, says } from '../../test/scripted-model.ts';
import { search, startAgent, toolsOf } from '../../test/start-agent.ts';
import type { AgentTools } from '../clients/agent-tools.ts';

describe('a tool that is not read-only', () => {
  const remove: FakeTool = { server: 'tracker', name: 'delete_issue', needsConfirmation: true };
  const scripts = [
    search,
    says('a query'),
    says('tracker'),
    calls('delete_issue', { query: '7' }),
    says('a query'),
    says('It is done.'),
  ];

  it.each([
    ['approve', 1, ['documents.retrieve_context ok', 'tracker.delete_issue ok']],
    ['deny', 0, ['documents.retrieve_context ok', 'tracker.delete_issue error']],
  ] as const)('waits for a decision and goes on after %s', async (decision, count, tools) => {
    await using agent = await startAgent(scripts, { tools: [remove] });
    const { llm, fake } = agent;
    const waiting = await agent.ask('Delete issue 7');
    expect(waiting).toMatchObject({
      answer: '',
      approval: { server: 'tracker', tool: 'delete_issue', arguments: { query: '7' } },
    });
    expect(fake.calls).toEqual([]);
    const path = `/conversations/${waiting.conversation_id}`;
    const busy = await llm.chat({ message: 'Now?', conversation_id: waiting.conversation_id });
    expect(busy.status).toBe(409);
    const messages = await llm.call('GET', `${path}/messages`).then((answer) => answer.json());
    expect(messages).toMatchObject({ messages: [{}, { status: 'waiting', approval: {} }] });

    const approval = `${path}/approvals/${waiting.approval?.id}`;
    const list = () => agent.llm.call('GET', `${path}/approvals`).then((found) => found.json());
    expect(await list()).toMatchObject({
      approvals: [{ ...waiting.approval, message_id: waiting.message_id }],
    });
    const stranger = await llm.identity.token({ userId: 'user-2', organisationId: 'o' });
    const listAll = (token?: string) =>
      llm.call('GET', '/approvals', token ? { token } : {}).then((found) => found.json());
    expect(await listAll()).toMatchObject({
      approvals: [{ ...waiting.approval, conversation_id: waiting.conversation_id }],
    });
    expect(await listAll(stranger)).toEqual({ approvals: [], omitted_client_calls: 0 });
    const foreign = await llm.call('POST', approval, { token: stranger, body: { decision } });
    expect(foreign.status).toBe(404);
    const response = await llm.call('POST', approval, { body: { decision } });
    const answer = chatResponseSchema.parse(await response.json());
    expect(answer).toMatchObject({ message_id: waiting.message_id, answer: 'It is done.' });
    expect(answer.approval).toBeUndefined();
    expect(toolsOf(answer)).toEqual(tools);
    expect(fake.calls).toHaveLength(count);
    expect(fake.calls.every(({ agreedTo }) => agreedTo === 'tracker/delete_issue/1')).toBe(true);
    const again = await llm.call('POST', approval, { body: { decision } });
    expect(await again.json()).toMatchObject({ answer: 'It is done.' });
    const other = decision === 'approve' ? 'deny' : 'approve';
    const changed = await llm.call('POST', approval, { body: { decision: other } });
    expect(await changed.json()).toMatchObject({ error: { code: 'approval_decided' } });
    expect(fake.calls).toHaveLength(count);
    expect(await listAll()).toEqual({ approvals: [], omitted_client_calls: 0 });
  });

  it('tells the stream, survives the process, and is not called where nobody is asked', async () => {
    await using database = await createTestDatabase();
    const identity = await createTestIdentity();
    const first = await startAgent(scripts, { tools: [remove] }, { database, identity });
    const response = await first.llm.stream({ message: 'Delete issue 7', mode: 'agent' });
    const parts = await readAllParts(response);
    const approval = parts.at(-1) as { type: string; data: Record<string, string> };
    expect(approval).toMatchObject({ type: 'data-approval', data: { tool: 'delete_issue' } });
    await first[Symbol.asyncDispose]();

    await using second = await startAgent(
      scripts.slice(4),
      { tools: [remove] },
      {
        database,
        identity,
      },
    );
    const { conversation_id, id } = approval.data;
    const path = `/conversations/${conversation_id}/approvals/${id}`;
    const resumed = await second.llm.call('POST', path, {
      body: { decision: 'approve' },
      headers: { accept: 'text/event-stream' },
    });
    const all = await readAllParts(resumed);
    expect(all.map(({ type }) => type)).toEqual(expect.arrayContaining(['start', 'data-approval']));
    expect(textOf(all)).toBe('It is done.');
    expect(second.fake.calls).toHaveLength(1);

    await using once = await startAgent(scripts, { tools: [remove] });
    await once.llm.call('POST', '/v1/chat/completions', {
      body: { model: 'lectern-agent', messages: [{ role: 'user', content: 'Delete issue 7' }] },
    });
    expect(once.fake.calls).toEqual([]);
  });

  it('is not called again by the process that goes on with the turn', async () => {
    await using database = await createTestDatabase();
    const identity = await createTestIdentity();
    const { outside } = new FakeTools({ tools: [remove] });
    const called = Promise.withResolvers<void>();
    const hanging: AgentTools = {
      ...outside,
      async callTool(_call, { signal }) {
        called.resolve();
        await once(signal, 'abort');
        throw signal.reason;
      },
    };
    const first = await startAgent(
      scripts,
      { tools: [remove] },
      { database, identity, outside: hanging },
    );
    const { conversation_id, approval } = await first.ask('Delete issue 7');
    const path = `/conversations/${conversation_id}/approvals/${approval?.id}`;
    const answering = first.llm.call('POST', path, { body: { decision: 'approve' } });
    answering.catch(() => undefined);
    await called.promise;
    await first[Symbol.asyncDispose]();

    await using second = await startAgent(
      scripts.slice(4),
      { tools: [remove] },
      { database, identity },
    );
    await eventually(async () => {
      const { rows } = await database.pool.query('select status from llm.turns');
      return rows[0]?.status === 'done';
    });
    expect(second.fake.calls).toEqual([]);
    const [, result] = (second.model.requests.at(-1)?.messages ?? []).filter(
      ({ role }) => role === 'tool',
    );
    expect(result?.content).toContain('is not known');
    const { rows } = await database.pool.query(
      'select tool, status, summary from llm.tool_calls order by position',
    );
    expect(rows).toMatchObject([
      { tool: 'retrieve_context', status: 'ok' },
      { tool: 'delete_issue', status: 'error', summary: 'interrupted' },
    ]);
  });

  it('is not called when the turn is stopped while it waits', async () => {
    await using agent = await startAgent(scripts, { tools: [remove] });
    const { conversation_id, approval } = await agent.ask('Delete issue 7');
    await agent.llm.call('POST', `/conversations/${conversation_id}/stop`);
    const path = `/conversations/${conversation_id}/approvals/${approval?.id}`;
    const late = await agent.llm.call('POST', path, { body: { decision: 'approve' } });
    expect(late.status).toBe(409);
    expect(agent.fake.calls).toEqual([]);
  });
});

describe('a read-only tool after documents were read', () => {
  const lookUp: FakeTool = { server: 'tracker', name: 'find_issue', asksToShare: true };
  const scripts = (query: string, ...more: ReturnType<typeof calls>[]) => [
    search,
    says('a query'),
    says('tracker'),
    calls('find_issue', { query }),
    says('a query'),
    ...more,
    says('It is found.'),
  ];

  it('asks once in a turn before parts of them may leave, and names them', async () => {
    const again = [calls('find_issue', { query: '330 metres' }), says('a query')];
    await using agent = await startAgent(scripts('sixty tonnes', ...again), { tools: [lookUp] });
    const waiting = await agent.ask('Find issue 7');
    expect(waiting.approval).toMatchObject({
      tool: 'find_issue',
      arguments: { query: 'sixty tonnes' },
      documents: ['Towers'],
    });
    expect(agent.fake.calls).toEqual([]);
    const path = `/conversations/${waiting.conversation_id}/approvals/${waiting.approval?.id}`;
    const response = await agent.llm.call('POST', path, { body: { decision: 'approve' } });
    expect(await response.json()).toMatchObject({ answer: 'It is found.' });
    expect(agent.fake.calls.map(({ arguments: given }) => given.query)).toEqual([
      'sixty tonnes',
      '330 metres',
    ]);
  });

  it('does not ask for words of the person', async () => {
    await using agent = await startAgent(scripts('issue 7'), { tools: [lookUp] });
    expect(await agent.ask('Find issue 7')).toMatchObject({ answer: 'It is found.' });
    expect(agent.fake.calls).toHaveLength(1);
  });

  it('is not called where nobody can be asked', async () => {
    await using agent = await startAgent(scripts('sixty tonnes'), { tools: [lookUp] });
    await agent.llm.call('POST', '/v1/chat/completions', {
      body: { model: 'lectern-agent', messages: [{ role: 'user', content: 'Find issue 7' }] },
    });
    expect(agent.fake.calls).toEqual([]);
  });
});
