import { describe, expect, it } from '@jest/globals';
import { type ReceivedRequest, type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import { createOpenaiModel } from './openai/openai-model.ts';
import { tryModel } from './try-model.ts';

const path = 'POST /v1/chat/completions';

type Body = Readonly<Record<string, unknown>> & { readonly messages: { content: unknown }[] };

function stream(...choices: object[]): RecordedAnswer {
  return {
    headers: { 'content-type': 'text/event-stream' },
    chunks: [
      ...choices.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`),
      'data: [DONE]\n\n',
    ],
  };
}

const says = (...pieces: string[]) =>
  stream(...pieces.map((content) => ({ delta: { content } })), {
    delta: {},
    finish_reason: 'stop',
  });

const callsTool = stream(
  {
    delta: {
      tool_calls: [
        { index: 0, id: 'c', function: { name: 'get_temperature', arguments: '{"city":"Paris"}' } },
      ],
    },
  },
  { delta: {}, finish_reason: 'tool_calls' },
);

/** A server that can do everything, as a real one would be asked. */
function capable({ body: text }: ReceivedRequest): RecordedAnswer {
  const body = JSON.parse(text) as Body;
  if (body.stream === false) {
    const message = { role: 'assistant', content: 'ready' };
    return { body: { choices: [{ message, finish_reason: 'stop' }] } };
  }
  if (body.tools) return callsTool;
  if (body.response_format) return says('{"capital":', '"Paris"}');
  if (Array.isArray(body.messages[0]?.content)) return says('Red.');
  return says('one ', 'two');
}

async function tryAt(url: string) {
  const model = createOpenaiModel({
    baseUrl: `${url}/v1`,
    apiKey: 'sk-secret',
    name: 'small',
    timeoutMs: 2_000,
    retryDelayMs: 1,
  });
  return tryModel(model, new AbortController().signal);
}

describe('trying a model', () => {
  it('finds everything that a capable server can do', async () => {
    await using api = await startRecordedHttp({ [path]: capable });
    const { error, checks } = await tryAt(api.url);
    expect(error).toBeUndefined();
    expect(checks.map(({ check, ok }) => [check, ok])).toEqual([
      ['plain', true],
      ['streaming', true],
      ['tools', true],
      ['forced_tool', true],
      ['json_schema', true],
      ['vision', true],
    ]);
    const bodies = api.requests.map(({ body }) => JSON.parse(body));
    expect(bodies.find(({ response_format: form }) => form)?.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { name: 'capital', strict: true },
    });
    expect(bodies.map(({ tool_choice: choice }) => choice)).toEqual(
      expect.arrayContaining(['auto', 'required']),
    );
  });

  it('finds that a small server only writes', async () => {
    await using api = await startRecordedHttp({
      [path]: (request) => {
        const body = JSON.parse(request.body) as Body;
        const plain = capable(request);
        if (body.tools || Array.isArray(body.messages[0]?.content))
          return { status: 400, body: {} };
        return body.response_format ? says('Paris') : plain;
      },
    });
    const { checks } = await tryAt(api.url);
    expect(checks.filter(({ ok }) => ok).map(({ check }) => check)).toEqual(['plain', 'streaming']);
    expect(checks.at(-1)).toEqual({ check: 'vision', ok: false, message: 'It reads no pictures.' });
  });

  it('says why a model does not answer, without the key', async () => {
    await using api = await startRecordedHttp({
      [path]: { status: 401, body: { error: 'sk-secret' } },
    });
    const trial = await tryAt(api.url);
    expect(trial).toMatchObject({ error: { problem: 'key_refused' }, checks: [] });
    expect(JSON.stringify(trial)).not.toContain('sk-secret');
    expect(api.requests).toHaveLength(1);
  });
});
