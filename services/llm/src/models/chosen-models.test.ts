import { describe, expect, it } from '@jest/globals';
import type { ChatResponse, Message } from '@lectern/contracts';
import { createTestIdentity, type RecordedAnswer } from '@lectern/testing';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { readAllParts } from '../../test/read-ui-stream.ts';
import { startModels } from '../../test/set-up-models.ts';
import {
  type AskedCompletion,
  answerWith,
  callTool,
  startModelServer,
} from '../../test/start-model-server.ts';
import { builtInModelId } from './environment-models.ts';

const message = 'How tall is the Eiffel Tower?';

function answersAs(name: string) {
  return (asked: AskedCompletion): RecordedAnswer =>
    asked.tool_choice === 'required'
      ? callTool('retrieve_context', { query: 'height of the tower' })
      : answerWith(`${name} says 330 metres [1].`);
}

/** Two models, and a third whose server answers 503. */
async function openSite() {
  const stack = new AsyncDisposableStack();
  const mcp = stack.use(await startFakeMcp(() => [tower]));
  const first = stack.use(await startModelServer(answersAs('First')));
  const second = stack.use(await startModelServer(answersAs('Second')));
  const away = stack.use(await startModelServer(() => ({ status: 404, body: {} })));
  const site = stack.use(await startModels({}, { mcpUrl: mcp.url }));
  const models = {
    first: await site.add({ name: 'First', model: 'm-1', base_url: first.baseUrl }),
    second: await site.add({ name: 'Second model', model: 'm-2', base_url: second.baseUrl }),
    away: await site.add({ name: 'Away', model: 'm-3', base_url: away.baseUrl }),
  };
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await site.as('member', `POST ${path}`, body);
    return { status, body: answer as ChatResponse & { error: { code: string; details: object } } };
  };
  return {
    site,
    models,
    servers: { first, second, away },
    post,
    ask: async (more: object = {}) => (await post('/chat/mcp', { message, ...more })).body,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

describe('the model of a message', () => {
  it('is the default, then the chosen one, then that of the message before', async () => {
    await using open = await openSite();
    const { models, ask, site } = open;
    const first = await ask();
    expect(first.model).toEqual({ id: models.first.id, name: 'First', model: 'm-1' });
    const { conversation_id } = first;
    const second = await ask({ conversation_id, model: models.second.id });
    expect(second).toMatchObject({
      answer: 'Second says 330 metres [1].',
      model: { model: 'm-2' },
    });
    expect((await ask({ conversation_id })).model).toMatchObject({ name: 'Second model' });
    expect((await ask({ conversation_id, model: 'first' })).model).toMatchObject({ name: 'First' });
    const { body } = await site.as('member', `GET /conversations/${conversation_id}/messages`);
    const answers = (body.messages as Message[]).filter(({ role }) => role === 'assistant');
    expect(answers.map(({ model }) => model?.model)).toEqual(['m-1', 'm-2', 'm-2', 'm-1']);
    const conversation = await site.as('member', `GET /conversations/${conversation_id}`);
    expect(conversation.body).toMatchObject({ model_id: models.first.id, mode: 'knowledge' });
  });

  it('is named at the end of its stream', async () => {
    await using open = await openSite();
    const response = await open.site.llm.stream(
      { message },
      { token: open.site.tokenOf('member') },
    );
    const parts = await readAllParts(response);
    expect(parts.find(({ type }) => type === 'data-citations')).toMatchObject({
      data: { model: { name: 'First', model: 'm-1' } },
    });
  });

  it('can be another one for an answer that is written again, and the built-in one', async () => {
    await using open = await openSite();
    const { ask, post, models } = open;
    const { conversation_id, message_id } = await ask();
    const again = (model: string) =>
      post(`/conversations/${conversation_id}/messages/${message_id}/regenerate`, { model });
    expect((await again(models.second.id)).body.model).toMatchObject({ name: 'Second model' });
    const quoted = (await again(builtInModelId)).body;
    expect(quoted.model).toMatchObject({ name: 'Built-in', model: 'extractive' });
    expect(quoted.answer).toBe('The tower is 330 metres tall. [1]');
  });

  it('is not found where the person may not use it', async () => {
    await using open = await openSite();
    const { ask, post, site, models } = open;
    const visibility = { everyone: false, roles: [], team_ids: [] };
    await site.as('owner', `PATCH /models/${models.second.id}`, { visibility });
    for (const model of [models.second.id, 'nobody']) {
      const refused = await post('/chat/mcp', { message, model });
      expect(refused).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } });
    }
    // The default is for admins now, so the environment answers.
    await site.as('owner', `PATCH /models/${models.first.id}`, { visibility });
    expect((await ask()).model).toMatchObject({ name: 'Built-in' });
  });

  it('is the default again once it was removed', async () => {
    await using open = await openSite();
    const { ask, site, models } = open;
    const { conversation_id } = await ask({ model: models.second.id });
    await site.as('owner', `DELETE /models/${models.second.id}`);
    expect((await ask({ conversation_id })).model).toMatchObject({ name: 'First' });
  });
});

describe('a model that is away', () => {
  it('fails the turn with its reason, and its health says so', async () => {
    await using open = await openSite();
    const { post, site, models } = open;
    const failed = await post('/chat/mcp', { message, model: models.away.id });
    expect(failed).toMatchObject({
      status: 503,
      body: { error: { code: 'model_unavailable', details: { reason: 'model_unknown' } } },
    });
    const read = await site.as('owner', `GET /models/${models.away.id}`);
    expect(read.body.health).toMatchObject({ state: 'failing', reason: 'model_unknown' });
  });

  it('gives way to its fallbacks in order, with a warning', async () => {
    await using open = await openSite();
    const { ask, site, models, servers } = open;
    const fallback_ids = [models.second.id, builtInModelId];
    await site.as('owner', `PATCH /models/${models.away.id}`, { fallback_ids });
    const answer = await ask({ model: models.away.id });
    expect(answer.model).toMatchObject({ name: 'Second model' });
    expect(answer.warnings).toContainEqual({
      code: 'model_fallback',
      message: 'The model Away was unavailable, so Second model was asked.',
    });
    // It is asked once in a turn.
    expect(servers.away.requests).toHaveLength(1);
  });
});

describe('a bare completion', () => {
  it('is written by the models of the person for whom it is asked', async () => {
    const gateway = await createTestIdentity('gateway');
    const rag = await createTestIdentity('rag');
    const keys = [gateway, rag].flatMap(({ jwks }) => JSON.parse(jwks).keys);
    const identity = { ...gateway, jwks: JSON.stringify({ keys }) };
    await using server = await startModelServer(answersAs('First'));
    await using site = await startModels({}, { identity });
    await site.add({ name: 'First', model: 'm-1', base_url: server.baseUrl });
    const token = await rag.serviceToken('rag');
    const complete = async (person: object) => {
      const body = { messages: [{ role: 'user', content: message }], ...person };
      const answer = await site.llm.call('POST', '/internal/completions', { token, body });
      return { status: answer.status, body: await answer.json() };
    };
    const person = { organisation_id: 'organisation-1', user_id: 'member' };
    expect((await complete(person)).body).toMatchObject({ model: 'm-1' });
    expect((await complete({ ...person, model: 'Built-in' })).body).toMatchObject({
      model: 'extractive',
    });
    expect((await complete({ ...person, model: 'nobody' })).status).toBe(404);
    const stranger = { organisation_id: 'organisation-2', user_id: 'stranger' };
    expect((await complete({ ...stranger, model: 'First' })).status).toBe(404);
  });
});

describe('the API of OpenAI', () => {
  it('lists each connection, and answers with it', async () => {
    await using open = await openSite();
    const { site } = open;
    const list = await site.as('member', 'GET /v1/models');
    const names = list.body.data.map(({ id }: { id: string }) => id);
    expect(names).toEqual(
      expect.arrayContaining([
        'lectern-knowledge',
        'lectern-agent',
        'lectern-knowledge@Second model',
        'lectern-agent@Built-in',
      ]),
    );
    const ask = (model: string) =>
      site.as('member', 'POST /v1/chat/completions', {
        model,
        messages: [{ role: 'user', content: message }],
      });
    const answered = await ask('lectern-knowledge@Second model');
    expect(answered.body).toMatchObject({
      model: 'lectern-knowledge@Second model',
      choices: [{ message: { content: 'Second says 330 metres [1].' } }],
    });
    const read = (model: string) =>
      site.as('member', `GET /v1/models/${encodeURIComponent(model)}`);
    for (const reference of ['second model', open.models.second.id, 'Built-in']) {
      const id = `lectern-knowledge@${reference}`;
      expect((await ask(id)).status).toBe(200);
      expect(await read(id)).toMatchObject({ status: 200, body: { id, object: 'model' } });
    }
    for (const unknown of ['lectern-knowledge@nobody', 'gpt@First', 'lectern-knowledge@']) {
      expect((await ask(unknown)).status).toBe(404);
      expect((await read(unknown)).status).toBe(404);
    }
  });
});
