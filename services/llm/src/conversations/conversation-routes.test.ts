import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AppError, type ChatResponse, type Message } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { pauses, ScriptedModel } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';

type Llm = Awaited<ReturnType<typeof startLlm>>;

async function ask(llm: Llm, message: string, conversation_id?: string): Promise<string> {
  const response = await llm.chat({ message, ...(conversation_id && { conversation_id }) });
  return ((await response.json()) as { conversation_id: string }).conversation_id;
}

async function read(llm: Llm, path: string): Promise<unknown> {
  return llm.call('GET', path).then((response) => response.json());
}

describe('conversations', () => {
  it('are listed by page, latest first', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const ids = [await ask(llm, 'One?'), await ask(llm, 'Two?'), await ask(llm, 'Three?')];
    await ask(llm, 'One more?', ids[0]);
    const first = (await read(llm, '/conversations?limit=2')) as Listing;
    expect(first.conversations.map(({ title }) => title)).toEqual(['One?', 'Three?']);
    const second = (await read(
      llm,
      `/conversations?limit=2&cursor=${first.next_cursor}`,
    )) as Listing;
    expect(second).toMatchObject({
      conversations: [{ id: ids[1], title: 'Two?', mode: 'knowledge', running: false }],
      next_cursor: null,
    });
    const wrong = await llm.call('GET', '/conversations?cursor=x');
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ error: { details: { field: 'cursor' } } });
  });

  it('tell what each question was asked of', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const id = await ask(llm, 'How tall is the tower?');
    const collection_filter = { collection_ids: [randomUUID()], include_children: true };
    await llm.chat({ message: 'How old is it?', conversation_id: id, collection_filter });
    const { messages } = (await read(llm, `/conversations/${id}/messages`)) as {
      messages: Message[];
    };
    expect(messages.map((one) => one.collection_filter)).toEqual([
      undefined,
      undefined,
      collection_filter,
      undefined,
    ]);
  });

  it('are as many as the organisation may have', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url, quotas: { conversations: 2 } });
    const answers = await Promise.all(
      ['One?', 'Two?', 'Three?', 'Four?'].map((message) => llm.chat({ message })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({
      error: { code: 'quota_exceeded', details: { quota: 'conversations', used: 2, limit: 2 } },
    });
    expect(await read(llm, '/api/quotas/conversations')).toEqual({
      quotas: [
        { quota: 'conversations', used: 2, limit: 2 },
        { quota: 'research_runs', used: 0, limit: 100_000 },
        { quota: 'feedback', used: 0, limit: 100_000 },
        { quota: 'model_connections', used: 0, limit: 100 },
      ],
    });
    const { conversations } = (await read(llm, '/conversations')) as Listing;
    expect(conversations).toHaveLength(2);
    await llm.call('DELETE', `/conversations/${conversations[0]?.id}`);
    expect((await llm.chat({ message: 'Five?' })).status).toBe(200);
  });

  it('refuse forged cursors', async () => {
    await using llm = await startLlm({ mcpUrl: 'http://127.0.0.1:9' });
    for (const at of ['soon', '\0', '2026-02-30', '9999999999999999999']) {
      const forged = Buffer.from(JSON.stringify({ at, id: randomUUID() })).toString('base64url');
      const wrong = await llm.call('GET', `/conversations?cursor=${forged}`);
      expect([at, wrong.status]).toEqual([at, 400]);
    }
  });

  it('give their messages by page, oldest first, and are counted by day', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const id = await ask(llm, 'How tall is the tower?');
    await ask(llm, 'When was the tower completed?', id);
    const { days } = (await read(llm, '/usage?days=2')) as { days: object[] };
    expect(days).toEqual([
      expect.objectContaining({ questions: 0, people: 0, median_ms: null }),
      expect.objectContaining({
        date: new Date().toISOString().slice(0, 10),
        questions: 2,
        people: 1,
        answered: 2,
        abstained: 0,
        failed: 0,
        median_ms: expect.any(Number),
      }),
    ]);
    const first = (await read(llm, `/conversations/${id}/messages?limit=3`)) as Messages;
    expect(first.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(first.messages[1]).toMatchObject({
      content: 'The tower is 330 metres tall. [1]',
      status: 'done',
      tool_calls: [{ tool: 'retrieve_context', status: 'ok' }],
    });
    const rest = await read(
      llm,
      `/conversations/${id}/messages?limit=3&cursor=${first.next_cursor}`,
    );
    expect(rest).toMatchObject({
      messages: [{ role: 'assistant', citations: [{ n: 1 }] }],
      next_cursor: null,
    });
  });

  it('show no quotes of documents that are gone, and say why', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    let readable: readonly string[] | undefined = [tower.kb_id];
    const find = async () => {
      if (!readable) throw new AppError('service_unavailable');
      return readable;
    };
    await using llm = await startLlm({ mcpUrl: mcp.url, readableDocuments: { find } });
    const body = { message: 'How tall is the tower?', message_id: llm.newMessageId() };
    const first = (await (await llm.chat(body)).json()) as ChatResponse;
    const [quoted] = first.citations;
    expect(quoted).toMatchObject({ quote: expect.stringContaining('330') });
    expect(quoted).not.toHaveProperty('withheld');
    const id = first.conversation_id;
    const repeated = { ...body, conversation_id: id };
    const readings = async () => {
      const { messages } = (await read(llm, `/conversations/${id}/messages`)) as Messages;
      const exported = (await read(llm, `/conversations/${id}/export`)) as Messages;
      const again = (await (await llm.chat(repeated)).json()) as ChatResponse;
      const parts = await (await llm.stream(repeated)).text();
      const part = parts.split('\n').find((line) => line.includes('data-citations')) ?? '';
      const streamed = (JSON.parse(part.slice('data: '.length)) as { data: ChatResponse }).data;
      return [messages[1], exported.messages[1], again, streamed];
    };
    for (const withheld of ['document_unavailable', 'not_checked'] as const) {
      readable = withheld === 'not_checked' ? undefined : [];
      const shown = { ...quoted, title: '', file_name: null, url: null, quote: '', withheld };
      expect((await readings()).map((answer) => answer?.citations)).toEqual(Array(4).fill([shown]));
      expect((await readings())[2]).toHaveProperty('answer', first.answer);
    }
    readable = [];
    for (const format of ['markdown', 'bibtex']) {
      const response = await llm.call('GET', `/conversations/${id}/export?format=${format}`);
      const text = await response.text();
      expect(text).not.toMatch(/“|Eiffel/);
      if (format === 'markdown') expect(text).toContain('its document was deleted');
    }
    readable = [tower.kb_id];
    expect((await readings()).map((answer) => answer?.citations)).toEqual(Array(4).fill([quoted]));
  });

  it('are exported one at a time in an organisation, which holds up no other', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const held = Promise.withResolvers<void>();
    const waiting: string[] = [];
    let wait = Promise.resolve();
    const find = async (ids: readonly string[]) => {
      waiting.push('export');
      await wait;
      return ids;
    };
    await using llm = await startLlm({ mcpUrl: mcp.url, readableDocuments: { find } });
    const begin = async (organisationId: string) => {
      const token = await llm.identity.token({ userId: 'user-1', organisationId });
      const answer = await llm.chat({ message: 'How tall is the tower?' }, { token });
      const { conversation_id } = (await answer.json()) as ChatResponse;
      const path = `/conversations/${conversation_id}/export?format=docx`;
      return () => llm.call('GET', path, { token }).then(({ status }) => status);
    };
    const [ours, others] = [await begin('organisation-1'), await begin('organisation-2')];
    waiting.length = 0;
    wait = held.promise;
    const exports = Array.from({ length: 12 }, ours);
    expect(await Promise.race(exports)).toBe(429);
    exports.push(others());
    await eventually(async () => waiting.length === 2);
    held.resolve();
    const statuses = (await Promise.all(exports)).toSorted();
    expect(statuses).toEqual([...Array(12).fill(200), 429]);
  });

  it('are exported up to a size', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const id = await ask(llm, 'How tall is the tower?');
    const exportAll = () => llm.call('GET', `/conversations/${id}/export`);
    expect((await exportAll()).status).toBe(200);
    await llm.pool.query("update llm.turns set answer = repeat('x', 33000000)");
    const refused = await exportAll();
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { error: expect.objectContaining({ code: 'too_large' }) },
    ]);
  });

  it('can be renamed', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const id = await ask(llm, 'How tall is the tower?');
    const renamed = await llm.call('PATCH', `/conversations/${id}`, {
      body: { title: ' Heights ' },
    });
    expect(await renamed.json()).toMatchObject({ id, title: 'Heights' });
    const blank = await llm.call('PATCH', `/conversations/${id}`, { body: { title: ' ' } });
    expect(blank.status).toBe(400);
  });

  it('are deleted with everything below them, also while a turn runs', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const model = new ScriptedModel([pauses('The', new Promise(() => {}), '')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model, times: { beatMs: 10 } });
    const stream = await llm.stream({ message: 'How tall is the tower?' });
    const listing = (await read(llm, '/conversations')) as Listing;
    const id = listing.conversations[0]?.id;
    expect((await llm.call('DELETE', `/conversations/${id}`)).status).toBe(204);
    await stream.text();
    expect((await llm.call('DELETE', `/internal/bin/${id}`)).status).toBe(200);
    for (const table of [
      'conversations',
      'turns',
      'tool_calls',
      'stream_parts',
      'checkpoints',
      'checkpoint_writes',
      'checkpoint_blobs',
    ]) {
      await eventually(async () => {
        const { rows } = await llm.pool.query(`select count(*)::int as count from llm.${table}`);
        expect([table, rows[0].count]).toEqual([table, 0]);
        return true;
      });
    }
    expect((await llm.call('GET', `/conversations/${id}`)).status).toBe(404);
  });

  it.each([
    ['another person', { userId: 'user-2', organisationId: 'organisation-1' }],
    ['the same person in another organisation', { userId: 'user-1', organisationId: 'o-2' }],
  ])('do not exist for %s', async (_case, principal) => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const id = await ask(llm, 'How tall is the tower?');
    const token = await llm.identity.token(principal);
    const requests: [string, string, unknown?][] = [
      ['GET', `/conversations/${id}`],
      ['PATCH', `/conversations/${id}`, { title: 'Mine' }],
      ['DELETE', `/conversations/${id}`],
      ['GET', `/conversations/${id}/messages`],
      ['GET', `/conversations/${id}/stream`],
      ['POST', `/conversations/${id}/stop`],
      ['POST', '/chat/mcp', { message: 'And?', conversation_id: id }],
    ];
    for (const [method, path, body] of requests) {
      const response = await llm.call(method, path, { token, ...(body !== undefined && { body }) });
      expect([method, path, response.status]).toEqual([method, path, 404]);
      expect(await response.json()).toMatchObject({ error: { code: 'conversation_not_found' } });
    }
    const listing = await llm.call('GET', '/conversations', { token });
    expect(await listing.json()).toEqual({ conversations: [], next_cursor: null });
    expect((await llm.call('GET', `/conversations/${id}`)).status).toBe(200);
  });

  it('need a token of a person with the scope chat', async () => {
    await using llm = await startLlm({ mcpUrl: 'http://127.0.0.1:9' });
    const status = async (token: string) =>
      (await llm.call('GET', '/conversations', { token })).status;
    const person = { userId: 'user-1', organisationId: 'organisation-1' };
    expect(await status('nonsense')).toBe(401);
    expect(await status(await llm.identity.token({ ...person, scopes: ['search'] }))).toBe(403);
    expect(await status(await llm.identity.serviceToken('gateway'))).toBe(403);
    expect(await status(await llm.identity.token({ ...person, scopes: ['chat'] }))).toBe(200);
  });
});

interface Listing {
  readonly conversations: readonly { readonly id: string; readonly title: string }[];
  readonly next_cursor: string | null;
}

interface Messages {
  readonly messages: readonly Message[];
  readonly next_cursor: string | null;
}
