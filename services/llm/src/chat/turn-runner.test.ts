import { describe, expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import { createTestDatabase, createTestIdentity, eventually } from '@lectern/testing';
import type { UIMessageChunk } from 'ai';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { readAllParts, readParts, textOf } from '../../test/read-ui-stream.ts';
import { pauses, ScriptedModel } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';
import type { RunToGoOn, RunTokens } from '../clients/run-tokens.ts';

const question = { message: 'How tall is the tower?' };

describe('following and stopping a turn', () => {
  it('replays the running turn from its start, or from a part, and goes on', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const rest = Promise.withResolvers<void>();
    const model = new ScriptedModel([
      pauses('The tower is', rest.promise, ' 330 metres tall [1].'),
    ]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const first = await llm.stream(question);
    const conversationId = await conversationOf(llm);
    const path = `/conversations/${conversationId}/stream`;
    const replay = await llm.call('GET', path);
    const resumed = await llm.call('GET', path, { headers: { 'last-event-id': '2' } });
    rest.resolve();
    const all = await readAllParts(first);
    expect(await readAllParts(replay)).toEqual(all);
    expect(await readAllParts(resumed)).toEqual(all.slice(3));
    expect((await llm.call('GET', path)).status).toBe(204);
  });

  it('replays an ended turn to who repeats its message, from its stored parts or without them', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const body = { ...question, message_id: 'm1' };
    const first = await readAllParts(await llm.stream(body));
    expect(await readAllParts(await llm.stream(body))).toEqual(first);
    await llm.pool.query('delete from llm.stream_parts');
    const rebuilt = await readAllParts(await llm.stream(body));
    expect(textOf(rebuilt)).toBe(textOf(first));
    expect(rebuilt.at(-1)).toEqual({ type: 'finish' });
    expect(mcp.calls).toHaveLength(1);
  });

  it('stops the running turn and keeps what was written, with its citations', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const never = new Promise(() => {});
    const model = new ScriptedModel([pauses('The tower is 330 metres tall [1]. And', never, '')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const body = { ...question, message_id: 'm1' };
    const stream = await llm.stream(body);
    const waiting = llm.chat(body);
    for await (const part of readParts(stream)) if (part.type === 'text-delta') break;
    const conversationId = await conversationOf(llm);
    const stopped = await llm.call('POST', `/conversations/${conversationId}/stop`);
    expect(stopped.status).toBe(200);
    expect(await stopped.json()).toMatchObject({ id: conversationId, running: false });
    const messages = await llm.call('GET', `/conversations/${conversationId}/messages`);
    expect(await messages.json()).toMatchObject({
      messages: [
        { role: 'user', content: question.message },
        {
          role: 'assistant',
          status: 'stopped',
          content: 'The tower is 330 metres tall [1]. And',
          citations: [{ n: 1, supported: true }],
        },
      ],
      next_cursor: null,
    });
    const again = await llm.call('POST', `/conversations/${conversationId}/stop`);
    expect(again.status).toBe(200);
    expect(await waiting.then((response) => response.json())).toMatchObject({
      answer: 'The tower is 330 metres tall [1]. And',
      warnings: [{ code: 'stopped' }],
    });
  });

  it('lets one turn of a conversation run at a time', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const rest = Promise.withResolvers<void>();
    const model = new ScriptedModel([pauses('330', rest.promise, ' metres [1].')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const first = await llm.stream(question);
    const conversation_id = await conversationOf(llm);
    const second = await llm.chat({ message: 'And the bridge?', conversation_id });
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ error: { code: 'turn_running' } });
    rest.resolve();
    expect((await readAllParts(first)).at(-1)).toEqual({ type: 'finish' });
  });

  it('follows and stops a turn that runs in another replica', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using database = await createTestDatabase();
    const identity = await createTestIdentity();
    const never = new Promise(() => {});
    const model = new ScriptedModel([pauses('The tower is 330 metres', never, '')]);
    const times = { beatMs: 20, pollMs: 20 };
    const shared = { mcpUrl: mcp.url, database, identity, model, times };
    await using one = await startLlm(shared);
    await using other = await startLlm(shared);
    const local = readAllParts(await one.stream(question));
    const conversationId = await conversationOf(one);
    const remote = await other.call('GET', `/conversations/${conversationId}/stream`);
    const seen: UIMessageChunk[] = [];
    for await (const part of readParts(remote)) {
      seen.push(part);
      if (part.type !== 'text-delta') continue;
      const stopped = await other.call('POST', `/conversations/${conversationId}/stop`);
      expect(await stopped.json()).toMatchObject({ running: false });
    }
    expect(seen).toEqual(await local);
    expect(seen.at(-1)).toEqual({ type: 'abort', reason: 'stopped' });
  });

  it('ends a turn that takes too long', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const model = new ScriptedModel([pauses('The', new Promise(() => {}), '')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model, times: { turnMs: 200 } });
    const response = await llm.chat(question);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ error: { code: 'deadline_exceeded' } });
  });
});

describe('a turn whose process goes away', () => {
  it('is answered by the next process when the search had been done', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using database = await createTestDatabase();
    const identity = await createTestIdentity();
    const model = new ScriptedModel([
      pauses('The', new Promise(() => {}), ''),
      pauses('It is 330', Promise.resolve(), ' metres tall [1].'),
    ]);
    const shared = { mcpUrl: mcp.url, database, identity, model };
    const first = await startLlm(shared);
    const stream = await first.stream({ ...question, message_id: 'm1' });
    for await (const part of readParts(stream)) if (part.type === 'text-delta') break;
    await first.close();
    await using second = await startLlm(shared);
    const answer = await second.chat({ ...question, message_id: 'm1' });
    expect(await answer.json()).toMatchObject({
      answer: 'It is 330 metres tall [1].',
      citations: [{ n: 1 }],
      tool_calls: [{ status: 'ok' }],
    });
    expect(mcp.calls).toHaveLength(1);
  });

  it('fails when its person may no longer act, and can be asked again', async () => {
    let searches = 0;
    await using mcp = await startFakeMcp(async (_call, signal) => {
      searches += 1;
      if (searches > 1) return [tower];
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return [];
    });
    await using database = await createTestDatabase();
    const shared = { mcpUrl: mcp.url, database, identity: await createTestIdentity() };
    const body = { ...question, message_id: 'm1' };
    const first = await startLlm(shared);
    const hangUp = new AbortController();
    const token = await shared.identity.token({
      userId: 'user-1',
      organisationId: 'organisation-1',
      credential: 'session:1',
      scopes: ['mcp', 'chat'],
    });
    await first.stream(body, { signal: hangUp.signal, token });
    await eventually(() => mcp.calls.length === 1);
    hangUp.abort();
    await first.close();
    const asked: RunToGoOn[] = [];
    const runTokens: RunTokens = {
      mint: async (run) => {
        asked.push(run);
        throw new AppError('unauthorized');
      },
    };
    await using second = await startLlm({ ...shared, runTokens });
    const { rows } = await eventually(async () => {
      const result = await database.pool.query('select status, error_code from llm.turns');
      return result.rows[0].status !== 'running' && result;
    });
    expect(rows).toEqual([{ status: 'failed', error_code: 'unauthorized' }]);
    expect(asked).toMatchObject([
      {
        owner: { userId: 'user-1' },
        grounds: { credential: 'session:1', scopes: ['mcp', 'chat'] },
      },
    ]);
    expect(await second.chat(body).then((response) => response.json())).toMatchObject({
      answer: 'The tower is 330 metres tall. [1]',
    });
  });
});

type Llm = Awaited<ReturnType<typeof startLlm>>;

async function conversationOf(llm: Llm): Promise<string> {
  const response = await llm.call('GET', '/conversations');
  const body = (await response.json()) as { conversations: { id: string }[] };
  return body.conversations[0]?.id ?? '';
}
