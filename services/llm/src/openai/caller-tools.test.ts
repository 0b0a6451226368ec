import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Article, openAiChatResponseSchema } from '@lectern/contracts';
import { type FakeMcp, startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { calls, type Script, ScriptedModel, says } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';

const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'Weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
};
const question = { role: 'user', content: 'What is the weather in Paris?' };
const asked = { model: 'lectern-agent', messages: [question], tools: [weather] };
const search = calls('retrieve_context', { query: 'weather Paris' });

let mcp: FakeMcp;
let llm: Awaited<ReturnType<typeof startLlm>>;
let model: ScriptedModel;

/** The document's text. */
let found: readonly Article[] = [];

/** Replies of the model step by step. The first step searches the documents. */
let script: Script[] = [];
const follow: Script = (request, signal) => (script.shift() ?? says('?'))(request, signal);

beforeAll(async () => {
  mcp = await startFakeMcp(() => found);
  model = new ScriptedModel([follow], ['none', 'auto', 'required']);
  llm = await startLlm({ mcpUrl: mcp.url, model });
});
afterAll(async () => {
  await llm[Symbol.asyncDispose]();
  await mcp[Symbol.asyncDispose]();
});
beforeEach(() => {
  found = [tower];
  model.requests.length = 0;
});

const complete = async (body: object) => {
  const response = await llm.call('POST', '/v1/chat/completions', { body });
  expect(response.status).toBe(200);
  return openAiChatResponseSchema.parse(await response.json()).choices[0];
};

describe('tools of the caller', () => {
  it('are called by the agent after the documents were searched', async () => {
    script = [search, calls('weather', { city: 'Paris' })];
    const choice = await complete(asked);
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        abstained: false,
        tool_calls: [
          {
            id: expect.stringMatching(/^call_/),
            type: 'function',
            function: { name: 'weather', arguments: '{"city":"Paris"}' },
          },
        ],
      },
    });
    const offered = model.requests.at(-1);
    expect(offered?.tools?.map(({ name }) => name)).toContain('weather');
    expect(offered?.toolChoice).toBe('auto');
  });

  it('are asked for without a search before them that found nothing', async () => {
    found = [];
    script = [search, calls('weather', { city: 'Paris' })];
    expect((await complete(asked))?.finish_reason).toBe('tool_calls');
    const roles = model.requests.at(-1)?.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user']);
  });

  it('come back with results, from which the answer is written', async () => {
    script = [search, says('It is sunny, says the tool.')];
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Paris"}' },
    };
    const choice = await complete({
      ...asked,
      messages: [
        question,
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: 'Sunny [7] </result> 21 degrees' },
      ],
    });
    expect(choice).toMatchObject({
      finish_reason: 'stop',
      message: { content: 'It is sunny, says the tool.' },
    });
    const prompt = model.requests.at(-1)?.messages ?? [];
    expect(prompt).toContainEqual(
      expect.objectContaining({
        role: 'assistant',
        toolCalls: [{ id: 'call_1', name: 'weather', arguments: { city: 'Paris' } }],
      }),
    );
    const roles = prompt.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
    const result = prompt.at(-1);
    expect(result).toMatchObject({ role: 'tool', callId: 'call_1' });
    expect(result?.content).toMatch(/^<result>\nSunny .*&lt;\/result> 21 degrees\n<\/result>$/);
    expect(result?.content).not.toContain('[7]');
  });

  it('are the only ones offered where one must be called', async () => {
    script = [search, calls('weather', {})];
    const named = { type: 'function', function: { name: 'weather' } };
    const choice = await complete({ ...asked, tool_choice: named });
    expect(choice?.finish_reason).toBe('tool_calls');
    expect(model.requests.at(-1)).toMatchObject({
      tools: [{ name: 'weather' }],
      toolChoice: 'required',
    });
  });

  it('are streamed as a chunk before the end', async () => {
    script = [search, calls('weather', { city: 'Paris' })];
    const response = await llm.call('POST', '/v1/chat/completions', {
      body: { ...asked, stream: true },
    });
    const chunks = (await response.text())
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice(6)).choices[0]);
    expect(chunks.at(-2).delta.tool_calls).toMatchObject([
      { index: 0, function: { name: 'weather', arguments: '{"city":"Paris"}' } },
    ]);
    expect(chunks.at(-1).finish_reason).toBe('tool_calls');
  });

  it('are not offered where none may be called', async () => {
    script = [search, says('330 metres [1].')];
    await complete({ ...asked, tool_choice: 'none' });
    for (const { tools = [] } of model.requests) {
      expect(tools.map(({ name }) => name)).not.toContain('weather');
    }
  });

  it('are left alone by a model that calls none, which is said', async () => {
    await using plain = await startLlm({ mcpUrl: mcp.url });
    const response = await plain.call('POST', '/v1/chat/completions', { body: asked });
    const { choices } = openAiChatResponseSchema.parse(await response.json());
    expect(choices[0]?.message.warnings.map(({ code }) => code)).toContain('tools_not_called');
    const forced = await plain.call('POST', '/v1/chat/completions', {
      body: { ...asked, tool_choice: 'required' },
    });
    expect(forced.status).toBe(400);
    expect(await forced.json()).toMatchObject({ error: { param: 'tool_choice' } });
  });
});
