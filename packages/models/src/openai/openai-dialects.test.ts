import { describe, expect, it } from '@jest/globals';
import { type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import { collectEvents } from '../model-provider.suite.ts';
import { createOpenaiModel } from './openai-model.ts';

const path = 'POST /v1/chat/completions';
const tool = { name: 'find', description: 'Finds.', parameters: { type: 'object' } };

interface Dialect {
  /** Events of a text answer `Hello` with 7 prompt tokens and 2 completion tokens. */
  readonly text: readonly unknown[];
  /** Lines between the events. */
  readonly comment?: string;
  /** Events of the calls `find {"q":"a"}` and `find {"q":"b"}`. */
  readonly calls: readonly unknown[];
  /** Events of the text `Hel` that reached its longest length. */
  readonly cut: readonly unknown[];
  /** Events of an answer that the vendor withholds. */
  readonly withheld: readonly unknown[];
  /** Error of a key that is refused. */
  readonly refused: RecordedAnswer;
}

const usage = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 };
const piece = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const call = (q: string, fields: object = {}) => ({
  type: 'function',
  function: { name: 'find', arguments: JSON.stringify({ q }) },
  ...fields,
});
const cut = (reason = 'length', fields: object = {}) => [
  piece({ content: 'Hel' }),
  { choices: [{ index: 0, delta: {}, finish_reason: reason, ...fields }] },
];
const error = (body: unknown, status = 401): RecordedAnswer => ({ status, body });

const dialects: Readonly<Record<string, Dialect>> = {
  OpenAI: {
    text: [
      piece({ role: 'assistant', content: '', refusal: null }),
      piece({ content: 'Hel' }),
      piece({ content: 'lo' }),
      piece({}, 'stop'),
      { choices: [], usage },
    ],
    calls: [
      piece({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'find', arguments: '' } }] }),
      piece({ tool_calls: [{ index: 0, function: { arguments: '{"q":"a"}' } }] }),
      piece({ tool_calls: [{ index: 1, id: 'c2', function: { name: 'find', arguments: '' } }] }),
      piece({ tool_calls: [{ index: 1, function: { arguments: '{"q":"b"}' } }] }),
      piece({}, 'tool_calls'),
    ],
    cut: cut(),
    withheld: [piece({ content: null, refusal: 'I cannot.' }), piece({}, 'stop')],
    refused: error({ error: { message: 'no', type: 'x', param: null, code: 'invalid_api_key' } }),
  },
  Azure: {
    text: [
      { choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
      piece({ content: 'Hello' }),
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop', content_filter_results: {} }] },
      { choices: [], usage },
    ],
    calls: [
      { choices: [], prompt_filter_results: [] },
      piece({ tool_calls: [call('a', { index: 0, id: 'c1' }), call('b', { index: 1, id: 'c2' })] }),
      piece({}, 'tool_calls'),
    ],
    cut: cut('length', { content_filter_results: {} }),
    withheld: [
      { choices: [], prompt_filter_results: [{ content_filter_results: {} }] },
      {
        choices: [
          { index: 0, delta: {}, finish_reason: 'content_filter', content_filter_offsets: {} },
        ],
      },
    ],
    refused: error({ error: { code: '401', message: 'no' } }),
  },
  vLLM: {
    text: [
      piece({ role: 'assistant', reasoning_content: 'Hm.' }),
      piece({ content: 'Hello', reasoning_content: null }),
      piece({ content: '' }, 'stop'),
      { choices: [], usage },
    ],
    calls: [
      piece({ tool_calls: [call('a', { index: 0, id: 'c1' })] }),
      piece({ tool_calls: [call('b', { index: 1, id: 'c2' })] }),
      piece({ content: '' }, 'tool_calls'),
    ],
    cut: cut('length', { stop_reason: null }),
    withheld: [piece({ content: '', reasoning_content: 'No.' }), piece({ content: '' }, 'stop')],
    refused: error({ object: 'error', message: 'no', code: 401 }),
  },
  Ollama: {
    text: [
      piece({ role: 'assistant', content: '', reasoning: 'Hm.' }),
      piece({ role: 'assistant', content: 'Hello' }),
      piece({ role: 'assistant', content: '' }, 'stop'),
      { choices: [], usage },
    ],
    calls: [
      piece({ content: '', tool_calls: [call('a', { index: 0, id: 'c1' })] }),
      piece({ content: '', tool_calls: [call('b', { index: 0, id: 'c2' })] }),
      piece({ content: '' }, 'stop'),
    ],
    cut: cut(),
    withheld: [piece({ content: '', reasoning: 'No.' }), piece({ content: '' }, 'stop')],
    refused: error({ error: 'unauthorized' }),
  },
  OpenRouter: {
    comment: ': OPENROUTER PROCESSING\n\n',
    text: [
      piece({ content: '', reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text' }] }),
      piece({ content: 'Hello' }),
      { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop' }], usage },
    ],
    calls: [
      piece({ tool_calls: [call('a', { index: 0, id: 'c1' })] }),
      piece({ tool_calls: [call('b', { index: 1, id: 'c2' })] }),
      piece({ content: '' }, 'tool_calls'),
    ],
    cut: cut('length', { native_finish_reason: 'MAX_TOKENS' }),
    withheld: [
      piece({ content: '', refusal: 'I cannot.' }),
      { choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }] },
    ],
    refused: error({ error: { code: 401, message: 'no' }, user_id: 'u' }),
  },
  Mistral: {
    text: [
      piece({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
      piece({ content: [{ type: 'text', text: 'Hel' }] }),
      { ...piece({ content: 'lo' }, 'stop'), usage },
    ],
    calls: [
      piece(
        {
          content: '',
          tool_calls: [call('a', { index: 0, id: 'c1' }), call('b', { index: 1, id: 'c2' })],
        },
        'tool_calls',
      ),
    ],
    cut: cut('model_length'),
    withheld: [piece({ content: '' }, 'stop')],
    refused: error({ detail: 'Unauthorized' }),
  },
  Gemini: {
    text: [
      {
        ...piece({ role: 'assistant', content: 'Hel' }),
        usage: { ...usage, completion_tokens: 1 },
      },
      { ...piece({ role: 'assistant', content: 'lo' }, 'stop'), usage },
    ],
    calls: [
      piece({ tool_calls: [call('a', { id: 'c1', extra_content: { google: {} } })] }),
      piece({ tool_calls: [call('b', { id: '' })] }),
      piece({}, 'stop'),
    ],
    cut: cut(),
    withheld: [piece({ role: 'assistant' }, 'content_filter: SAFETY')],
    refused: error([{ error: { code: 401, message: 'no', status: 'UNAUTHENTICATED' } }]),
  },
};

function stream(events: readonly unknown[], comment = ''): RecordedAnswer {
  const lines = events.map((event) => `${comment}data: ${JSON.stringify(event)}\n\n`);
  return {
    headers: { 'content-type': 'text/event-stream' },
    chunks: [...lines, 'data: [DONE]\n\n'],
  };
}

async function run(answer: RecordedAnswer) {
  await using api = await startRecordedHttp({ [path]: answer });
  const model = createOpenaiModel({
    baseUrl: `${api.url}/v1`,
    apiKey: 'sk-secret',
    name: 'test-model',
    timeoutMs: 5_000,
    retryDelayMs: 1,
  });
  return await collectEvents(model, {
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [tool],
    toolChoice: 'auto',
  });
}

describe.each(Object.entries(dialects))('the dialect of %s', (_name, dialect) => {
  it('gives the text without its reasoning, and the usage', async () => {
    const { events, error: failure } = await run(stream(dialect.text, dialect.comment));
    expect(failure).toBeUndefined();
    const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    expect(text).toBe('Hello');
    expect(events.at(-1)).toEqual({
      type: 'finish',
      reason: 'stop',
      usage: { promptTokens: 7, completionTokens: 2 },
    });
  });

  it('gives each of several calls', async () => {
    const { events } = await run(stream(dialect.calls));
    const called = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    expect(called.map(({ name, arguments: given }) => [name, given])).toEqual([
      ['find', { q: 'a' }],
      ['find', { q: 'b' }],
    ]);
    expect(new Set(called.map(({ id }) => id)).size).toBe(2);
  });

  it('tells a cut answer and a withheld one from a whole one', async () => {
    const { events: cutEvents } = await run(stream(dialect.cut));
    expect(cutEvents).toEqual([
      { type: 'text', text: 'Hel' },
      { type: 'finish', reason: 'length' },
    ]);
    const { events, error: failure } = await run(stream(dialect.withheld));
    expect(failure).toBeUndefined();
    const said = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(['', 'I cannot.']).toContain(said.join(''));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  it('fails where the answer ends with an error, and after the first text only once', async () => {
    const { events, error: failure } = await run(stream(cut('error')));
    expect(events).toEqual([{ type: 'text', text: 'Hel' }]);
    expect(failure).toMatchObject({ details: { reason: 'overloaded' } });
  });

  it.each([
    [429, 'overloaded'],
    [404, 'model_unknown'],
    [400, 'wrong_answer'],
  ])('names the reason of %i in its form', async (status, reason) => {
    const { error: failure } = await run({ ...dialect.refused, status });
    expect(failure).toMatchObject({ details: { reason } });
  });

  it('names a refused key, and an error within the stream', async () => {
    const refused = await run(dialect.refused);
    expect(refused.error).toMatchObject({ details: { reason: 'key_refused' } });
    const [first] = dialect.text;
    const broken = await run(stream([first, { error: { message: 'sk-secret', code: 502 } }]));
    expect(broken.error).toMatchObject({ code: 'model_unavailable' });
    expect(String(broken.error)).not.toContain('sk-secret');
  });
});
