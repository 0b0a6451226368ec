import { describe, expect, it } from '@jest/globals';
import { listenOnFreePort } from '@lectern/testing';
import { startModels } from '../../test/set-up-models.ts';
import { answerChecks, startModelServer } from '../../test/start-model-server.ts';

const key = 'sk-very-secret-key';
const capabilities = { tools: true, forced_tool: true, json_schema: false, vision: false };

describe('trying a connection', () => {
  it('says what it can do, before it is added and after', async () => {
    await using server = await startModelServer();
    await using site = await startModels();
    const address = { provider: 'openai_compatible', base_url: server.baseUrl, model: 'small' };
    const tested = await site.as('admin', 'POST /models/test', { ...address, api_key: key });
    expect(tested.body).toMatchObject({ ok: true, capabilities });
    expect(tested.body.checks).toContainEqual({
      check: 'vision',
      ok: false,
      message: 'It reads no pictures.',
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const added = await site.as('owner', 'POST /models', { ...address, name: 'Small' });
    expect(added.body).toMatchObject({ capabilities, health: { state: 'healthy', reason: null } });
  });

  it('saves why a stored one fails, and that it works again', async () => {
    let works = false;
    await using server = await startModelServer((asked) =>
      works ? answerChecks(asked) : { status: 401, body: key },
    );
    await using site = await startModels();
    const { id } = await site.add({ name: 'Small', base_url: server.baseUrl });
    const test = () => site.as('owner', 'POST /models/test', { id });
    expect((await test()).body).toMatchObject({ ok: false, error: { code: 'key_refused' } });
    const [failing] = await site.list('member');
    expect(failing?.health).toMatchObject({
      state: 'failing',
      reason: 'key_refused',
      message: null,
    });
    works = true;
    expect((await test()).body).toMatchObject({ ok: true });
    expect((await site.list('member'))[0]?.health).toMatchObject({ state: 'healthy' });
  });

  it('sends a stored key to the stored address alone', async () => {
    await using own = await startModelServer();
    await using other = await startModelServer();
    await using site = await startModels();
    const { id } = await site.add({ name: 'Small', base_url: own.baseUrl, api_key: key });
    await site.as('owner', 'POST /models/test', { id, model: 'large' });
    expect(own.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    await site.as('owner', 'POST /models/test', { id, base_url: other.baseUrl });
    expect(other.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(other.requests)).not.toContain(key);
  });

  it.each([
    ['http://10.0.0.1/v1', 'address_refused'],
    ['http://127.0.0.1:9/v1', 'unreachable'],
  ])('finds that %s cannot be used', async (base_url, code) => {
    await using site = await startModels();
    const asked = { provider: 'openai_compatible', base_url, model: 'small' };
    const { body } = await site.as('owner', 'POST /models/test', asked);
    expect(body).toMatchObject({ ok: false, error: { code } });
  });

  it('refuses a name that leads to a private address', async () => {
    await using site = await startModels({}, { resolveHost: undefined });
    const asked = {
      provider: 'openai_compatible',
      base_url: 'https://localhost/v1',
      model: 'small',
    };
    const { body } = await site.as('owner', 'POST /models/test', asked);
    expect(body).toMatchObject({ ok: false, error: { code: 'address_refused' } });
  });
});

describe('discovery', () => {
  it('finds local servers at the usual ports, for owners alone', async () => {
    await using ollama = await startModelServer(answerChecks, ['small', 'large']);
    await using closed = await listenOnFreePort((_, response) => {
      response.writeHead(401).end('{}');
    });
    const closedPort = Number(new URL(closed.url).port);
    const modelPorts = { ollama: ollama.port, lm_studio: 9, llama_cpp: 9, vllm: closedPort };
    await using site = await startModels({}, { modelPorts });
    const found = await site.as('owner', 'POST /models/discover');
    expect(found.body).toEqual({
      servers: [{ base_url: ollama.baseUrl, kind: 'ollama', models: ['small', 'large'] }],
    });
    expect((await site.as('admin', 'POST /models/discover')).status).toBe(403);
    await using shut = await startModels({ MODEL_ALLOW_PRIVATE_HOSTS: '' }, { modelPorts });
    expect((await shut.as('owner', 'POST /models/discover')).body).toEqual({ servers: [] });
  });
});
