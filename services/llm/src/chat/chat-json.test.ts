import { describe, expect, it } from '@jest/globals';
import { type ChatResponse, chatResponseSchema } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { createRetrievalFailure, startFakeMcp } from '../../test/fake-mcp.ts';
import { bridge, chunkIdOf, tower } from '../../test/passages.ts';
import { readAllParts } from '../../test/read-ui-stream.ts';
import { fails, pauses, ScriptedModel, says } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';

async function answerOf(response: Promise<Response>): Promise<ChatResponse> {
  return chatResponseSchema.parse(await (await response).json());
}

describe('POST /chat/mcp as JSON', () => {
  it('answers from the documents with a checked citation, without any model', async () => {
    await using mcp = await startFakeMcp(() => [tower, bridge]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const response = await llm.chat({ message: 'How tall is the Eiffel Tower?' });
    expect(response.status).toBe(200);
    const answer = chatResponseSchema.parse(await response.json());
    expect(answer).toMatchObject({ abstained: false, evidence: 0.9 });
    const stored = await llm
      .call('GET', `/conversations/${answer.conversation_id}/messages`)
      .then((found) => found.json());
    expect(stored).toMatchObject({ messages: [{}, { role: 'assistant', evidence: 0.9 }] });
    expect(answer.answer).toBe('The tower is 330 metres tall. [1]');
    const start = 100 + tower.content.indexOf('The tower is');
    expect(answer.citations).toEqual([
      expect.objectContaining({
        n: 1,
        document_id: tower.kb_id,
        chunk_id: chunkIdOf(tower),
        page: 3,
        quote: 'The tower is 330 metres tall.',
        start,
        end: start + 29,
        supported: true,
      }),
    ]);
    expect(answer.tool_calls).toEqual([
      expect.objectContaining({ server: 'documents', tool: 'retrieve_context', status: 'ok' }),
    ]);
    expect(answer.warnings).toEqual([]);
    expect(mcp.calls[0]?.authorization).toBe(`Bearer ${llm.token}`);
  });

  it('gives a conversation the title that a model writes, unless it writes none', async () => {
    const named = Promise.withResolvers<void>();
    const titles = new ScriptedModel(
      [
        says('"Height of the ', 'Eiffel Tower"\n'),
        fails('Half a'),
        says('The tower is 330 metres tall, as it was measured again. '.repeat(3)),
        says('One\nTwo'),
        pauses('Not this', named.promise, ' one'),
        says('<think>A title.</think>\n**Last**'),
      ],
      ['none', 'auto'],
    );
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url, titleModel: titles });
    const talk = async (message: string) => {
      const { conversation_id } = await answerOf(llm.chat({ message }));
      await eventually(() =>
        titles.requests.some(({ messages }) => messages[1]?.content === message),
      );
      return conversation_id;
    };
    const titleOf = async (id: string) =>
      ((await (await llm.call('GET', `/conversations/${id}`)).json()) as { title: string }).title;
    const good = await talk('How tall is the Eiffel Tower?');
    const kept = ['How tall is it, failed?', 'How tall is it, long?', 'How tall is it, lines?'];
    const ids: string[] = [];
    for (const message of kept) ids.push(await talk(message));
    const renamed = await talk('How tall is it, renamed?');
    await llm.call('PATCH', `/conversations/${renamed}`, { body: { title: 'Mine' } });
    named.resolve();
    const last = await talk('How tall is it, last?');
    await eventually(async () => (await titleOf(last)) === 'Last');
    expect(await titleOf(good)).toBe('Height of the Eiffel Tower');
    expect(await Promise.all(ids.map(titleOf))).toEqual(kept);
    expect(await titleOf(renamed)).toBe('Mine');
    expect(titles.requests).toHaveLength(6);
    const [{ messages } = { messages: [] }] = titles.requests;
    expect(JSON.stringify(messages)).not.toContain('330');
  });

  it('abstains in the language of the question', async () => {
    await using mcp = await startFakeMcp(() => [tower, bridge]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const response = await llm.chat({ message: 'Кто написал роман «Идиот»?' });
    expect(await response.json()).toMatchObject({
      answer: 'В документах нет ответа на этот вопрос.',
      abstained: true,
      citations: [],
    });
  });

  it('gives the same turn for a repeated message_id, run once', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const body = { message: 'How tall is the tower?', message_id: llm.newMessageId() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => llm.chat(body).then((response) => response.json())),
    );
    const later = await llm.chat(body).then((response) => response.json());
    for (const answer of answers) expect(answer).toEqual(later);
    expect(mcp.calls).toHaveLength(1);
    const other = await llm.chat({ ...body, message: 'Something else' });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ error: { code: 'idempotency_conflict' } });
  });

  it('runs a failed turn again when its message is repeated', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const model = new ScriptedModel([fails(), says('It is 330 metres tall [1].')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const body = { message: 'How tall is the tower?', message_id: 'm1' };
    const failed = await llm.chat(body);
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).toBe('2');
    const error = await failed.text();
    expect(JSON.parse(error)).toMatchObject({
      error: { code: 'model_unavailable', details: { retry_after: 2 } },
    });
    expect(error).not.toContain('secret vendor text');
    expect(await llm.chat(body).then((response) => response.json())).toMatchObject({
      answer: 'It is 330 metres tall [1].',
      citations: [{ n: 1, supported: true }],
    });
  });

  it('says in a sentence that the search cannot be reached', async () => {
    await using llm = await startLlm({ mcpUrl: 'http://127.0.0.1:9' });
    const response = await llm.chat({ message: 'How tall is the tower?' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      answer: expect.stringContaining('cannot be searched right now'),
      abstained: true,
      citations: [],
      tool_calls: [
        {
          status: 'error',
          summary: 'search_unavailable',
          outcome: { kind: 'failure', code: 'search_unavailable' },
        },
      ],
      warnings: [{ code: 'retrieval_unavailable' }],
    });
  });

  it.each([
    ['search_unavailable', 200, undefined],
    ['rate_limited', 200, undefined],
    ['deadline_exceeded', 200, undefined],
    ['collection_not_found', 404, 'collection_not_found'],
    ['forbidden', 403, 'forbidden'],
  ])('turns the search failure %s into %i', async (reason, status, code) => {
    await using mcp = await startFakeMcp(() => createRetrievalFailure(reason));
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const response = await llm.chat({ message: 'How tall is the tower?' });
    expect(response.status).toBe(status);
    const body = await response.json();
    if (code) expect(body).toMatchObject({ error: { code } });
    else expect(body).toMatchObject({ warnings: [{ code: 'retrieval_unavailable' }] });
    if (code === 'collection_not_found') {
      const list = await llm.call('GET', '/conversations').then((found) => found.json());
      expect(list).toMatchObject({ conversations: [] });
      const parts = await readAllParts(await llm.stream({ message: 'How tall is the tower?' }));
      expect(parts).toContainEqual({
        type: 'data-status',
        data: {
          event: 'tool_end',
          tool_name: 'retrieve_context',
          title: 'The search could not be completed',
        },
        transient: true,
      });
    }
  });

  it('passes the collection filter on', async () => {
    await using mcp = await startFakeMcp(() => []);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const filter = { collection_ids: [llm.newMessageId()], include_children: false };
    await llm.chat({ message: 'How tall is the tower?', collection_filter: filter });
    expect(mcp.calls[0]?.arguments.collection_filter).toEqual(filter);
  });

  it('searches with the previous question before the message', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const first = await answerOf(llm.chat({ message: 'Where does the Eiffel Tower stand?' }));
    const second = await answerOf(
      llm.chat({ message: 'How tall is it?', conversation_id: first.conversation_id }),
    );
    expect(second.conversation_id).toBe(first.conversation_id);
    expect(mcp.calls[1]?.query).toBe('Where does the Eiffel Tower stand? How tall is it?');
    expect(second.answer).toContain('330 metres');
  });

  it('answers each message in its own mode, at first in that of the message before', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const first = await answerOf(llm.chat({ message: 'How tall is the tower?', mode: 'agent' }));
    expect(first).toMatchObject({ warnings: [], route: { server: 'documents' } });
    const { conversation_id } = first;
    const ask = (more: { readonly mode?: 'knowledge' } = {}) =>
      answerOf(llm.chat({ message: 'How tall is the tower?', conversation_id, ...more }));
    expect((await ask()).route).toBeDefined();
    expect((await ask({ mode: 'knowledge' })).route).toBeUndefined();
    expect((await ask()).route).toBeUndefined();
    const read = await llm.call('GET', `/conversations/${conversation_id}/messages`);
    const { messages } = (await read.json()) as { messages: { role: string; mode: string }[] };
    const modes = messages.filter(({ role }) => role === 'assistant').map(({ mode }) => mode);
    expect(modes).toEqual(['agent', 'agent', 'knowledge', 'knowledge']);
  });

  it.each([
    ['a blank message', { message: ' ' }, 'message'],
    ['a huge message', { message: 'x'.repeat(20_001) }, 'message'],
    ['an unknown field', { message: 'x', mood: 'good' }, 'mood'],
    ['an id of another form', { message: 'x', conversation_id: 'y' }, 'conversation_id'],
  ])('refuses %s and names the field', async (_case, body, field) => {
    await using llm = await startLlm({ mcpUrl: 'http://127.0.0.1:9' });
    const response = await llm.call('POST', '/chat/mcp', { body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { field } } });
  });

  it('keeps no text of what was found, and no checkpoint, after the turn', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    await llm.chat({ message: 'How tall is the tower?' });
    const { rows: toolCalls } = await llm.pool.query(
      'select result, result_bytes from llm.tool_calls',
    );
    expect(toolCalls).toEqual([
      {
        result: [
          {
            document_id: tower.kb_id,
            chunk_id: chunkIdOf(tower),
          },
        ],
        result_bytes: expect.any(Number),
      },
    ]);
    for (const table of ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes']) {
      const { rows } = await llm.pool.query(`select count(*)::int as count from llm.${table}`);
      expect(rows).toEqual([{ count: 0 }]);
    }
  });
});
