import { describe, expect, it } from '@jest/globals';
import { AppError, modelProblems } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
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

const question = { message: 'How tall is the tower?' };

interface Listed {
  readonly conversations: readonly { readonly id: string }[];
  readonly messages: readonly { readonly content: string; readonly branches: readonly string[] }[];
}

/** A chat client of the AI SDK without a page. */
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

function status(event: 'tool_start' | 'tool_end', title: string) {
  return {
    type: 'data-status',
    data: { event, tool_name: 'retrieve_context', title },
    transient: true,
  };
}
