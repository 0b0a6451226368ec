import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAiResponseSchema, readEvents, responseEvents } from '@lectern/contracts';
import { type FakeMcp, startFakeMcp } from '../../test/fake-mcp.ts';
import { bridge, tower } from '../../test/passages.ts';
import { calls, fails, ScriptedModel, says } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';

const path = '/v1/responses';
const url = 'https://example.org/towers';
const input = 'How tall is the Eiffel Tower?';
const asked = { model: 'lectern-knowledge', input };

let mcp: FakeMcp;
let llm: Awaited<ReturnType<typeof startLlm>>;

beforeAll(async () => {
  mcp = await startFakeMcp(() => [{ ...tower, url }, bridge]);
  llm = await startLlm({ mcpUrl: mcp.url });
});
afterAll(async () => {
  await llm[Symbol.asyncDispose]();
  await mcp[Symbol.asyncDispose]();
});

const readAll = async (response: Response) => {
  const events = [];
  for await (const event of readEvents(
    response.body as ReadableStream<Uint8Array<ArrayBuffer>>,
    responseEvents,
  ))
    events.push(event);
  return events;
};

describe('a response', () => {
  it('is an answer from the documents with citations, and is not stored', async () => {
    const response = await llm.call('POST', path, { body: asked });
    expect(response.status).toBe(200);
    const text = 'The tower is 330 metres tall. [1]';
    const place = { start_index: 30, end_index: 33, title: 'Towers', url };
    expect(openAiResponseSchema.parse(await response.json())).toMatchObject({
      object: 'response',
      status: 'completed',
      store: false,
      output: [
        {
          type: 'message',
          role: 'assistant',
          content: [
            { type: 'output_text', text, annotations: [{ type: 'url_citation', ...place }] },
          ],
        },
      ],
      citations: [{ n: 1, document_id: tower.kb_id }],
      abstained: false,
      evidence: 0.9,
    });
  });

  it('is streamed in numbered events, the whole one last', async () => {
    const events = await readAll(
      await llm.call('POST', path, { body: { ...asked, stream: true } }),
    );
    expect(events.map(({ event }) => event)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ data }) => data.sequence_number)).toEqual([...events.keys()]);
    expect(events.at(-1)?.data).toMatchObject({ response: { status: 'completed' } });
  });

  it('is incomplete where max_output_tokens is reached', async () => {
    const response = await llm.call('POST', path, { body: { ...asked, max_output_tokens: 3 } });
    expect(await response.json()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
  });

  it('reads items of a conversation: parts, calls of tools and their results', async () => {
    const model = new ScriptedModel(
      [calls('retrieve_context', { query: 'x' }), says('Sunny.')],
      ['none', 'auto', 'required'],
    );
    await using agent = await startLlm({ mcpUrl: mcp.url, model });
    const response = await agent.call('POST', path, {
      body: {
        model: 'lectern-agent',
        instructions: 'Be brief.',
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'Where is the tower?' }] },
          { role: 'assistant', content: [{ type: 'output_text', text: 'In Paris.' }] },
          { role: 'user', content: 'And the weather there?' },
          { type: 'reasoning', id: 'rs_1', summary: [] },
          { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Paris"}' },
          { type: 'function_call_output', call_id: 'c1', output: 'Sunny' },
        ],
        tools: [{ type: 'function', name: 'weather', parameters: {} }],
      },
    });
    expect(await response.json()).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: 'Sunny.' }] }],
    });
    const prompt = model.requests.at(-1)?.messages ?? [];
    expect(prompt.map(({ role }) => role).slice(1)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
  });

  it('hands calls of tools out as items', async () => {
    const model = new ScriptedModel(
      [calls('retrieve_context', { query: 'x' }), calls('weather', {})],
      ['none', 'auto', 'required'],
    );
    await using agent = await startLlm({ mcpUrl: mcp.url, model });
    const tools = [{ type: 'function', name: 'weather' }];
    const body = { model: 'lectern-agent', input, tools, stream: true };
    const events = await readAll(await agent.call('POST', path, { body }));
    expect(events.map(({ event }) => event).slice(2)).toEqual([
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.at(-1)?.data).toMatchObject({
      response: { output: [{ type: 'function_call', name: 'weather', arguments: '{}' }] },
    });
  });

  it('says in the stream that the model failed', async () => {
    const model = new ScriptedModel([fails('It is ')]);
    await using other = await startLlm({ mcpUrl: mcp.url, model });
    const response = await other.call('POST', path, { body: { ...asked, stream: true } });
    const text = await response.clone().text();
    expect((await readAll(response)).at(-1)?.data).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'model_unavailable' } },
    });
    expect(text).not.toContain('secret vendor text');
  });

  it.each([
    [{ ...asked, previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ ...asked, background: true }, 'background'],
    [{ ...asked, text: { format: { type: 'json_schema' } } }, 'text.format.type'],
    [{ ...asked, tools: [{ type: 'web_search' }] }, /^tools\.0/],
    [{ ...asked, input: [{ role: 'user', content: [{ type: 'input_image' }] }] }, /^input/],
    [{ ...asked, input: [{ role: 'assistant', content: 'Yes' }] }, 'input.0'],
    [{ ...asked, model: 'gpt-5' }, 'model'],
  ])('names the parameter of %j that is refused', async (body, param) => {
    const response = await llm.call('POST', path, { body });
    expect(response.status).toBe(body.model === 'gpt-5' ? 404 : 400);
    expect(await response.json()).toMatchObject({
      error: { param: typeof param === 'string' ? param : expect.stringMatching(param) },
    });
  });
});
