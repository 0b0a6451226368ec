import { describe, expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import type { ModelEvent, ModelRequest } from '@lectern/grounding';
import { listenOnFreePort, type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
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

async function run(
  baseUrl: string,
  given: ModelRequest = request,
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<{ events: ModelEvent[]; error: unknown }> {
  const model = createOpenaiModel({
    baseUrl: `${baseUrl}/v1`,
    apiKey: key,
    name: 'test-model',
    timeoutMs: options.timeoutMs ?? 5_000,
    retryDelayMs: 1,
  });
  const events: ModelEvent[] = [];
  try {
    const signal = options.signal ?? new AbortController().signal;
    for await (const event of model.generate(given, signal)) events.push(event);
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

function expectUnavailable(error: unknown): void {
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'model_unavailable' });
  const { cause } = error as AppError;
  expect(`${(error as AppError).stack} ${(cause as Error).stack}`).not.toContain(key);
}

describe('the OpenAI-compatible model', () => {
  it('streams text and gives the usage at the end', async () => {
    await using api = await startRecordedHttp({ [path]: hello });
    const { events, error } = await run(api.url);
    expect(error).toBeUndefined();
    expect(events).toEqual([
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'finish', reason: 'stop', usage: { promptTokens: 7, completionTokens: 2 } },
    ]);
    expect(api.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
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

  it('tries twice more while nothing has come', async () => {
    const busy = { status: 503, body: { error: { message: `busy with ${key}` } } };
    await using api = await startRecordedHttp({ [path]: [busy, busy, hello] });
    const { events, error } = await run(api.url);
    expect(error).toBeUndefined();
    expect(events).toHaveLength(3);
    await using dead = await startRecordedHttp({ [path]: busy });
    const failed = await run(dead.url);
    expectUnavailable(failed.error);
    expect(dead.requests).toHaveLength(3);
  });

  it('does not repeat what the API refuses', async () => {
    await using api = await startRecordedHttp({ [path]: { status: 401, body: `no ${key}` } });
    const { error } = await run(api.url);
    expectUnavailable(error);
    expect(api.requests).toHaveLength(1);
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

  it('does not try again after the first text', async () => {
    await using api = await startRecordedHttp({
      [path]: {
        headers: { 'content-type': 'text/event-stream' },
        chunks: [`data: ${JSON.stringify(delta('Hel'))}\n\n`],
      },
    });
    const { events, error } = await run(api.url);
    expect(events).toEqual([{ type: 'text', text: 'Hel' }]);
    expectUnavailable(error);
    expect(api.requests).toHaveLength(1);
  });

  it('gives up on an API that does not answer in time', async () => {
    await using api = await startRecordedHttp({ [path]: { delayMs: 300, body: '' } });
    const { error } = await run(api.url, request, { timeoutMs: 50 });
    expectUnavailable(error);
    expect((error as AppError).cause).toMatchObject({ message: expect.stringContaining('silent') });
    expect(api.requests).toHaveLength(3);
  });

  it('gives up on an API that falls silent between tokens', async () => {
    await using api = await listenOnFreePort((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(delta('Hel'))}\n\n`);
    });
    const { events, error } = await run(api.url, request, { timeoutMs: 300 });
    expect(events).toEqual([{ type: 'text', text: 'Hel' }]);
    expectUnavailable(error);
    expect((error as AppError).cause).toMatchObject({ message: expect.stringContaining('silent') });
  });

  it('cannot be reached', async () => {
    expectUnavailable((await run('http://127.0.0.1:9')).error);
  });

  it('ends with the reason of its signal', async () => {
    await using api = await startRecordedHttp({ [path]: { delayMs: 300, body: '' } });
    const abort = new AbortController();
    const running = run(api.url, request, { signal: abort.signal });
    abort.abort('enough');
    expect((await running).error).toBe('enough');
  });

  it.each([
    [401, 'key_refused'],
    [403, 'key_refused'],
    [404, 'model_unknown'],
    [400, 'wrong_answer'],
  ])('says why after %i', async (status, reason) => {
    await using api = await startRecordedHttp({ [path]: { status, body: `no ${key}` } });
    const { error } = await run(api.url);
    expect(error).toMatchObject({ details: { reason } });
  });

  it('says that it is out of reach, too slow or overloaded', async () => {
    const reasonOf = async (url: string, timeoutMs?: number) => {
      const { error } = await run(url, request, timeoutMs ? { timeoutMs } : {});
      return (error as AppError).details?.reason;
    };
    await using slow = await startRecordedHttp({ [path]: { delayMs: 300, body: '' } });
    await using busy = await startRecordedHttp({ [path]: { status: 503, body: '' } });
    expect(await reasonOf('http://127.0.0.1:9')).toBe('unreachable');
    expect(await reasonOf(slow.url, 50)).toBe('too_slow');
    expect(await reasonOf(busy.url)).toBe('overloaded');
  });

  describe('when it is examined', () => {
    const list = 'GET /v1/models';
    const examine = async (url: string) => {
      const options = { baseUrl: `${url}/v1`, apiKey: key, name: 'qwen3', timeoutMs: 1_000 };
      const condition = await createOpenaiModel(options).examine?.(AbortSignal.timeout(1_000));
      expect(JSON.stringify(condition)).not.toContain(key);
      return condition;
    };

    it.each([
      ['is there', { body: { data: [{ id: 'qwen3:latest' }] } }, null, 'qwen3'],
      [
        'is not among the models',
        { body: { data: [{ id: 'phi' }] } },
        'model_unknown',
        'it has phi',
      ],
      ['refuses the key', { status: 401, body: key }, 'key_refused', 'MODEL_API_KEY'],
      ['lists nothing', { status: 404, body: {} }, null, 'qwen3'],
      ['is out of order', { status: 500, body: {} }, 'overloaded', '500'],
    ])('tells that it %s', async (_what, given, problem, part) => {
      await using api = await startRecordedHttp({ [list]: given });
      expect(await examine(api.url)).toEqual({ problem, message: expect.stringContaining(part) });
    });

    it('tells where it cannot be reached', async () => {
      expect(await examine('http://127.0.0.1:9')).toEqual({
        problem: 'unreachable',
        message: expect.stringMatching(/127\.0\.0\.1:9.*MODEL_BASE_URL/),
      });
    });
  });
});
