import { describe, expect, it } from '@jest/globals';
import { type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import type { ModelRequest } from '../language-model.ts';
import {
  collectEvents,
  describeModelProvider,
  type Generated,
  type GivenModel,
} from '../model-provider.suite.ts';
import { createAnthropicModel } from './anthropic-model.ts';

const path = 'POST /v1/messages';
const key = 'sk-ant-very-secret';
const tool = { name: 'find', description: 'Finds.', parameters: { properties: {} } };
const request: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] };

type Event = { readonly type: string; readonly [field: string]: unknown };

/** Events as the API sends them, each under its name. */
function write(...events: Event[]): string[] {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function answer(...events: Event[]): RecordedAnswer {
  return { headers: { 'content-type': 'text/event-stream' }, chunks: write(...events) };
}

const start: Event = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'test-model',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 3, cache_read_input_tokens: 4, output_tokens: 1 },
  },
};
const startText: Event = {
  type: 'content_block_start',
  index: 0,
  content_block: { type: 'text', text: '' },
};

function text(piece: string): Event {
  return { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } };
}

function end(stop_reason: string): Event[] {
  return [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ];
}

const hello = answer(
  start,
  startText,
  { type: 'ping' },
  text('Hel'),
  text('lo'),
  ...end('end_turn'),
);

function create({ baseUrl, timeoutMs }: GivenModel) {
  return createAnthropicModel({
    baseUrl,
    apiKey: key,
    name: 'test-model',
    timeoutMs,
    retryDelayMs: 1,
  });
}

function run(baseUrl: string, given: ModelRequest): Promise<Generated> {
  return collectEvents(create({ baseUrl, timeoutMs: 5_000 }), given);
}

describeModelProvider("Anthropic's API", {
  create,
  key,
  path,
  checkPath: 'GET /v1/models/test-model',
  hello,
  begun: write(start, startText, text('Hel')),
  card: { body: { id: 'test-model', type: 'model', display_name: 'Test' } },
  noCard: {
    status: 404,
    body: { type: 'error', error: { type: 'not_found_error', message: 'model: test-model' } },
  },
});

describe("Anthropic's model", () => {
  it('sends a system prompt of its own, and the results of one step as one message', async () => {
    await using api = await startRecordedHttp({ [path]: hello });
    const call = (id: string) => ({ id, name: 'find', arguments: { query: id } });
    await run(`${api.url}/v1`, {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: '', toolCalls: [call('a:1'), call('b')] },
        { role: 'tool', callId: 'a:1', content: 'One.' },
        { role: 'tool', callId: 'b', content: 'Two.' },
      ],
      maxTokens: 5,
      temperature: 1,
    });
    expect(JSON.parse(api.requests[0]?.body ?? '')).toEqual({
      model: 'test-model',
      system: 'Be brief.',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'a_1', name: 'find', input: { query: 'a:1' } },
            { type: 'tool_use', id: 'b', name: 'find', input: { query: 'b' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a_1', content: 'One.' },
            { type: 'tool_result', tool_use_id: 'b', content: 'Two.' },
          ],
        },
      ],
      max_tokens: 5,
      stream: true,
      thinking: { type: 'disabled' },
      // The API wants the tools of calls that it is shown.
      tools: [{ name: 'find', description: 'find', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    });
  });

  it('joins the pieces of streamed tool calls and leaves thinking out', async () => {
    const use = (index: number, id: string): Event => ({
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id, name: 'find', input: {} },
    });
    const piece = (index: number, partial_json: string): Event => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json },
    });
    await using api = await startRecordedHttp({
      [path]: answer(
        start,
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'thinking', thinking: '' },
        },
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'thinking_delta', thinking: 'Hm.' },
        },
        use(1, 'call_1'),
        piece(1, '{"query": "to'),
        piece(1, 'wer"}'),
        use(2, 'call_2'),
        piece(2, '{"query"'),
        ...end('tool_use'),
      ),
    });
    const { events } = await run(api.url, { ...request, tools: [tool], toolChoice: 'required' });
    expect(events).toEqual([
      { type: 'tool_call', call: { id: 'call_1', name: 'find', arguments: { query: 'tower' } } },
      { type: 'tool_call', call: { id: 'call_2', name: 'find', arguments: undefined } },
      { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 7, completionTokens: 2 } },
    ]);
    expect(JSON.parse(api.requests[0]?.body ?? '')).toMatchObject({
      tools: [{ name: 'find', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'any' },
    });
  });

  it('does without what the model refuses, from then on', async () => {
    const refuse = (message: string) => ({
      status: 400,
      body: { type: 'error', error: { type: 'invalid_request_error', message } },
    });
    await using api = await startRecordedHttp({
      [path]: [
        refuse('thinking.type: "disabled" is not supported for this model'),
        refuse('tool_choice forces tool use, which this model does not support'),
        refuse('max_tokens: 90000 > 8192'),
        hello,
      ],
    });
    const model = create({ baseUrl: api.url, timeoutMs: 5_000 });
    const given: ModelRequest = {
      ...request,
      tools: [tool],
      toolChoice: 'required',
      maxTokens: 90_000,
    };
    expect((await collectEvents(model, given)).error).toBeUndefined();
    await collectEvents(model, given);
    expect(api.requests).toHaveLength(5);
    for (const { body } of api.requests.slice(3)) {
      const sent = JSON.parse(body);
      expect(sent).toMatchObject({ tool_choice: { type: 'auto' }, max_tokens: 4_096 });
      expect(sent).not.toHaveProperty('thinking');
    }
  });

  it('sends no credential that the machine holds for other programs', async () => {
    await using api = await startRecordedHttp({ [path]: hello });
    process.env.ANTHROPIC_AUTH_TOKEN = 'token-of-another-program';
    try {
      await run(api.url, request);
    } finally {
      delete process.env.ANTHROPIC_AUTH_TOKEN;
    }
    expect(api.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${key}` });
    expect(JSON.stringify(api.requests)).not.toContain('token-of-another-program');
  });

  it('tells a full answer from one that was cut', async () => {
    await using api = await startRecordedHttp({
      [path]: answer(start, startText, text('Hel'), ...end('max_tokens')),
    });
    const { events } = await run(api.url, request);
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'length' });
  });

  it('tries again where the stream begins with an overload', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: key } };
    await using api = await startRecordedHttp({ [path]: [answer(overloaded), hello] });
    const { events, error } = await run(api.url, request);
    expect(error).toBeUndefined();
    expect(events).toHaveLength(3);
  });
});
