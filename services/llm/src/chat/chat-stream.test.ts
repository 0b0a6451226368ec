import { describe, expect, it } from '@jest/globals';
import { AppError, modelProblems } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/grounding';
import { createTestDatabase, createTestIdentity, eventually } from '@lectern/testing';
import {
  AbstractChat,
  type ChatState,
  DefaultChatTransport,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { bridge, russian, tower } from '../../test/passages.ts';
import { readAllParts, readParts, textOf } from '../../test/read-ui-stream.ts';
import { fails, pauses, ScriptedModel } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';
import type { RunToGoOn, RunTokens } from '../ports/run-tokens.ts';

const question = { message: 'How tall is the tower?' };

interface Listed {
  readonly conversations: readonly { readonly id: string }[];
  readonly messages: readonly { readonly content: string; readonly branches: readonly string[] }[];
}

/** A chat of the AI SDK without a page. */
class PageChat extends AbstractChat<UIMessage> {
  constructor({ transport }: { readonly transport: DefaultChatTransport<UIMessage> }) {
    const state: ChatState<UIMessage> = {
      status: 'ready',
      error: undefined,
      messages: [],
      pushMessage: (message) => state.messages.push(message),
      popMessage: () => state.messages.pop(),
      replaceMessage: (index, message) => state.messages.splice(index, 1, message),
      snapshot: (thing) => structuredClone(thing),
    };
    super({ transport, state });
  }
}

describe('POST /chat/mcp as a UI message stream', () => {
  it('tells what happens, streams the text, and ends with the checked citations', async () => {
    await using mcp = await startFakeMcp(() => [tower, bridge]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const response = await llm.stream({ message: 'How tall is the Eiffel Tower?' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const parts = await readAllParts(response);
    const conversationId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(parts).toEqual([
      {
        type: 'start',
        messageId: conversationId,
        messageMetadata: { conversation_id: conversationId },
      },
      status('tool_start', 'Searching information in the knowledge base'),
      status('tool_end', 'Found 2 articles'),
      { type: 'text-start', id: 'text' },
      { type: 'text-delta', id: 'text', delta: 'The tower is 330 metres tall. [1]' },
      { type: 'text-end', id: 'text' },
      expect.objectContaining({
        type: 'source-document',
        sourceId: tower.kb_id,
        title: 'Towers',
      }),
      {
        type: 'data-citations',
        data: expect.objectContaining({
          answer: 'The tower is 330 metres tall. [1]',
          abstained: false,
          citations: [expect.objectContaining({ n: 1, supported: true })],
          warnings: [],
        }),
      },
      { type: 'finish' },
    ]);
  });

  it('is read by the AI SDK into one message', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const parts = readParts(await llm.stream(question));
    let message: UIMessage | undefined;
    for await (const state of readUIMessageStream({
      stream: ReadableStream.from(parts) as ReadableStream<UIMessageChunk>,
    })) {
      message = state;
    }
    expect(message?.role).toBe('assistant');
    expect(message?.parts.map(({ type }) => type)).toEqual([
      'text',
      'source-document',
      'data-citations',
    ]);
  });

  it("takes what the AI SDK's own transport posts: one conversation, its branches, and text alone", async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const page = new PageChat({
      transport: new DefaultChatTransport({
        api: `${llm.url}/chat/mcp`,
        headers: { authorization: `Bearer ${llm.token}` },
      }),
    });
    const seen = () => page.messages.map(({ id }) => id);
    await page.sendMessage({ text: question.message });
    await page.sendMessage({ text: 'And who built it?' });
    const [firstQuestion, firstAnswer, secondQuestion, secondAnswer] = seen();
    await page.regenerate();
    expect(page.error).toBeUndefined();
    expect(seen().slice(0, 3)).toEqual([firstQuestion, firstAnswer, secondQuestion]);
    const [, , , again] = seen();
    expect(again).not.toBe(secondAnswer);
    await page.sendMessage({ text: 'And who painted it?', messageId: secondQuestion ?? '' });

    const { conversations } = (await (await llm.call('GET', '/conversations')).json()) as Listed;
    expect(conversations).toHaveLength(1);
    const path = `/conversations/${conversations[0]?.id}/messages`;
    const { messages } = (await (await llm.call('GET', path)).json()) as Listed;
    expect(messages.map(({ content }) => content.slice(0, 19))).toEqual([
      'How tall is the tow',
      'The tower is 330 me',
      'And who painted it?',
      expect.any(String),
    ]);
    expect(messages.map(({ branches }) => branches.length)).toEqual([1, 1, 2, 1]);
    expect(messages[3]?.branches).toEqual([seen()[3]]);

    const picture = {
      type: 'file' as const,
      mediaType: 'image/png',
      url: 'data:image/png;base64,',
    };
    await page.sendMessage({ text: 'What is this?', files: [picture] });
    expect(page.error?.message).toContain('text is read, no images');
  });

  it('ends every stream with [DONE]', async () => {
    await using mcp = await startFakeMcp(() => []);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const text = await llm.stream(question).then((response) => response.text());
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(text).toContain('No articles found');
  });

  it('speaks Russian to a Russian question', async () => {
    await using mcp = await startFakeMcp(() => [russian]);
    await using llm = await startLlm({ mcpUrl: mcp.url });
    const parts = await readAllParts(await llm.stream({ message: 'Куда впадает Волга?' }));
    expect(parts).toContainEqual(status('tool_start', 'Ищу информацию в базе знаний'));
    expect(parts).toContainEqual(status('tool_end', 'Найдена 1 статья'));
    expect(textOf(parts)).toBe('Волга впадает в Каспийское море. [1]');
  });

  it('reports a failed model with a fixed sentence', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const model = new ScriptedModel([fails('The tower ')]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const parts = await readAllParts(await llm.stream(question));
    expect(parts.at(-1)).toEqual({
      type: 'error',
      errorText: 'The language model is not available right now.',
    });
  });

  it('says why the model cannot be used, in the stream and as JSON', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const refused = new AppError('model_unavailable', undefined, {
      details: { reason: 'key_refused' },
    });
    const model: LanguageModel = {
      provider: 'test',
      name: 'test',
      toolChoices: ['none'],
      // biome-ignore lint/correctness/useYield: it fails before its first word
      async *generate() {
        throw refused;
      },
    };
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const sentence = modelProblems.key_refused;
    const parts = await readAllParts(await llm.stream(question));
    expect(parts.at(-1)).toEqual({ type: 'error', errorText: sentence });
    const response = await llm.chat(question);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: { message: sentence, details: { reason: 'key_refused' } },
    });
  });

  it('answers what is wrong with the request as JSON', async () => {
    await using llm = await startLlm({ mcpUrl: 'http://127.0.0.1:9' });
    const response = await llm.stream({ ...question, conversation_id: llm.newMessageId() });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'conversation_not_found' } });
  });

  it('goes on when the caller hangs up', async () => {
    await using mcp = await startFakeMcp(() => [tower]);
    const rest = Promise.withResolvers<void>();
    const model = new ScriptedModel([
      pauses('The tower is', rest.promise, ' 330 metres tall [1].'),
    ]);
    await using llm = await startLlm({ mcpUrl: mcp.url, model });
    const hangUp = new AbortController();
    const body = { ...question, message_id: 'm1' };
    const response = await llm.stream(body, { signal: hangUp.signal });
    for await (const part of readParts(response)) if (part.type === 'text-delta') break;
    hangUp.abort();
    rest.resolve();
    const answer = await llm.chat(body).then((again) => again.json());
    expect(answer).toMatchObject({ answer: 'The tower is 330 metres tall [1].', abstained: false });
    expect(model.requests).toHaveLength(1);
  });
});

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

function status(event: 'tool_start' | 'tool_end', title: string) {
  return {
    type: 'data-status',
    data: { event, tool_name: 'retrieve_context', title },
    transient: true,
  };
}

type Llm = Awaited<ReturnType<typeof startLlm>>;

async function conversationOf(llm: Llm): Promise<string> {
  const response = await llm.call('GET', '/conversations');
  const body = (await response.json()) as { conversations: { id: string }[] };
  return body.conversations[0]?.id ?? '';
}
