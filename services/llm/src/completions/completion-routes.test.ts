import { describe, expect, it } from '@jest/globals';
import { createTestIdentity, startRecordedHttp } from '@lectern/testing';
import { createParser } from 'eventsource-parser';
import { tower } from '../../test/passages.ts';
import { fails, ScriptedModel } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';

const nowhere = 'http://127.0.0.1:9';
const path = '/internal/completions';

/** Two issuers in one set of keys, as in production. */
async function createIdentities() {
  const gateway = await createTestIdentity('gateway');
  const rag = await createTestIdentity('rag');
  const keys = [gateway, rag].flatMap(({ jwks }) => JSON.parse(jwks).keys);
  return {
    identity: { ...gateway, jwks: JSON.stringify({ keys }) },
    token: await rag.serviceToken('rag'),
  };
}

const body = {
  messages: [
    { role: 'system', content: 'Answer from the sources.' },
    { role: 'user', content: 'How tall is the Eiffel Tower?' },
  ],
  sources: [{ title: tower.title, text: tower.content }],
};

describe('POST /internal/completions', () => {
  it('answers with sentences of the sources', async () => {
    const { identity, token } = await createIdentities();
    await using llm = await startLlm({ mcpUrl: nowhere, identity });
    const response = await llm.call('POST', path, { token, body });
    expect(await response.json()).toEqual({
      text: 'The tower is 330 metres tall. [1]',
      model: 'extractive',
      finish_reason: 'stop',
    });
    const other = { ...body, messages: [{ role: 'user', content: 'Who wrote Hamlet?' }] };
    const abstained = await llm.call('POST', path, { token, body: other });
    expect(await abstained.json()).toMatchObject({ finish_reason: 'abstained' });
  });

  it('streams deltas, then the whole', async () => {
    const { identity, token } = await createIdentities();
    await using llm = await startLlm({ mcpUrl: nowhere, identity });
    const response = await llm.call('POST', path, { token, body: { ...body, stream: true } });
    expect(await readEvents(response)).toEqual([
      ['delta', { text: 'The tower is 330 metres tall. [1]' }],
      ['done', expect.objectContaining({ text: 'The tower is 330 metres tall. [1]' })],
    ]);
  });

  it('passes everything on to a real model, and its usage back', async () => {
    const { identity, token } = await createIdentities();
    const chunk = { choices: [{ delta: { content: '330 m [1]' }, finish_reason: 'length' }] };
    const usage = { choices: [], usage: { prompt_tokens: 30, completion_tokens: 6 } };
    await using api = await startRecordedHttp({
      'POST /v1/chat/completions': {
        headers: { 'content-type': 'text/event-stream' },
        chunks: [chunk, usage].map((event) => `data: ${JSON.stringify(event)}\n\n`),
      },
    });
    const settings = {
      MODEL_PROVIDER: 'openai',
      MODEL_BASE_URL: `${api.url}/v1`,
      MODEL_NAME: 'small',
    };
    await using llm = await startLlm({ mcpUrl: nowhere, identity, settings });
    const response = await llm.call('POST', path, {
      token,
      body: { ...body, temperature: 0.5, max_tokens: 6 },
    });
    expect(await response.json()).toEqual({
      text: '330 m [1]',
      model: 'small',
      finish_reason: 'length',
      usage: { prompt_tokens: 30, completion_tokens: 6 },
    });
    expect(JSON.parse(api.requests[0]?.body ?? '')).toMatchObject({
      messages: body.messages,
      temperature: 0.5,
      max_tokens: 6,
    });
    const metrics = await llm.call('GET', '/metrics').then((answer) => answer.text());
    expect(metrics).toMatch(
      /lectern_model_tokens_total\{kind="completion",estimated="false",service="llm"\} 6/,
    );
    const health = await llm.call('GET', '/health').then((answer) => answer.json());
    expect(health).toMatchObject({
      status: 'ok',
      name: 'llm',
      provider: 'openai',
      models: ['small'],
    });
  });

  it('answers a failing model with a fixed sentence, as JSON and in a stream', async () => {
    const { identity, token } = await createIdentities();
    await using llm = await startLlm({
      mcpUrl: nowhere,
      identity,
      model: new ScriptedModel([fails('The')]),
    });
    const error = {
      code: 'model_unavailable',
      message: 'The language model is not available right now.',
    };
    const response = await llm.call('POST', path, { token, body });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error });
    const stream = await llm.call('POST', path, { token, body: { ...body, stream: true } });
    expect(await readEvents(stream)).toEqual([
      ['delta', { text: 'The' }],
      ['error', { error: expect.objectContaining(error) }],
    ]);
  });

  it('is for the knowledge service alone', async () => {
    const { identity, token } = await createIdentities();
    await using llm = await startLlm({ mcpUrl: nowhere, identity });
    const status = async (given: string) =>
      (await llm.call('POST', path, { token: given, body })).status;
    expect(await status(llm.token)).toBe(403);
    expect(await status(await identity.serviceToken('rag'))).toBe(403);
    expect(await status('nonsense')).toBe(401);
    expect(await status(token)).toBe(200);
  });
});

async function readEvents(response: Response): Promise<[string | undefined, unknown][]> {
  const events: [string | undefined, unknown][] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push([event, JSON.parse(data)]),
  });
  parser.feed(await response.text());
  return events;
}
