import { describe, expect, it } from '@jest/globals';
import { type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import type { ModelRequest } from '../language-model.ts';
import {
  collectEvents,
  describeModelProvider,
  type Generated,
  type GivenModel,
} from '../model-provider.suite.ts';
import { createOpenaiModel } from './openai-model.ts';

const path = 'POST /v1/chat/completions';
const key = 'sk-very-secret';
const request: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] };

/** Events as an API sends them. */
function answer(...events: unknown[]): RecordedAnswer {
  return {
    headers: { 'content-type': 'text/event-stream' },
    chunks: [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'],
  };
}

function delta(content: string, finish_reason: string | null = null) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content }, finish_reason }],
  };
}

const hello = answer(
  { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
  delta('Hel'),
  delta('lo'),
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } },
);

function create({ baseUrl, timeoutMs }: GivenModel) {
  return createOpenaiModel({
    baseUrl: `${baseUrl}/v1`,
    apiKey: key,
    name: 'test-model',
    timeoutMs,
    retryDelayMs: 1,
  });
}

function run(baseUrl: string, given: ModelRequest): Promise<Generated> {
  return collectEvents(create({ baseUrl, timeoutMs: 5_000 }), given);
}

describeModelProvider('an OpenAI-compatible API', {
  create,
  key,
  path,
  checkPath: 'GET /v1/models',
  hello,
  begun: [`data: ${JSON.stringify(delta('Hel'))}\n\n`],
  card: { body: { data: [{ id: 'test-model:latest' }] } },
  noCard: { body: { data: [{ id: 'phi' }] } },
});

describe('the OpenAI-compatible model', () => {
  it('has the name of its provider', () => {
    const options = {
      baseUrl: 'https://models.example/v1',
      apiKey: undefined,
      name: 'test-model',
      timeoutMs: 1,
    };
    expect(createOpenaiModel(options).provider).toBe('openai');
    expect(createOpenaiModel({ ...options, provider: 'example' }).provider).toBe('example');
  });

  it('sends its parameters', async () => {
    await using api = await startRecordedHttp({ [path]: hello });
    await run(api.url, request);
    expect(JSON.parse(api.requests[0]?.body ?? '')).toEqual({
      model: 'test-model',
      messages: [{ role: 'user', content: 'Hello' }],
      temperature: 0,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('joins the pieces of a streamed tool call, and names no function in the choice', async () => {
    const piece = (call: unknown, finish_reason: string | null = null) => ({
      choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason }],
    });
    await using api = await startRecordedHttp({
      [path]: answer(
        piece({
          index: 0,
          id: 'call_1',
          type: 'function',
          function: { name: 'find', arguments: '' },
        }),
        piece({ index: 0, function: { arguments: '{"query": "to' } }),
        piece({ index: 0, function: { arguments: 'wer"}' } }),
        piece({ index: 1, id: 'call_2', function: { name: 'find', arguments: '{"query"' } }),
        { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
      ),
    });
    const tool = { name: 'find', description: 'Finds.', parameters: { type: 'object' } };
    const { events } = await run(api.url, { ...request, tools: [tool], toolChoice: 'required' });
    expect(events).toEqual([
      { type: 'tool_call', call: { id: 'call_1', name: 'find', arguments: { query: 'tower' } } },
      { type: 'tool_call', call: { id: 'call_2', name: 'find', arguments: undefined } },
      { type: 'finish', reason: 'tool_calls' },
    ]);
    expect(JSON.parse(api.requests[0]?.body ?? '')).toMatchObject({
      tools: [{ type: 'function', function: tool }],
      tool_choice: 'required',
    });
  });

  it('sends no tools with the choice `none`', async () => {
    await using api = await startRecordedHttp({ [path]: hello });
    const tool = { name: 'find', description: 'Finds.', parameters: { type: 'object' } };
    await run(api.url, { ...request, tools: [tool] });
    expect(JSON.parse(api.requests[0]?.body ?? '')).not.toHaveProperty('tools');
  });

  it('does without parameters that the model does not take', async () => {
    const refuse = (param: string) => ({
      status: 400,
      body: {
        error: {
          message: 'no',
          type: 'invalid_request_error',
          param,
          code: 'unsupported_parameter',
        },
      },
    });
    await using api = await startRecordedHttp({
      [path]: [refuse('max_tokens'), refuse('temperature'), hello],
    });
    const { events, error } = await run(api.url, { ...request, maxTokens: 5 });
    expect(error).toBeUndefined();
    expect(events).toHaveLength(3);
    const body = JSON.parse(api.requests[2]?.body ?? '');
    expect(body).toMatchObject({ max_completion_tokens: 5 });
    expect(body).not.toHaveProperty('max_tokens');
    expect(body).not.toHaveProperty('temperature');
  });
});
