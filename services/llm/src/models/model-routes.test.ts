import { describe, expect, it } from '@jest/globals';
import { setUpModels } from '../../test/set-up-models.ts';
import { startModelServer } from '../../test/start-model-server.ts';
import { builtInModelId } from './environment-models.ts';

const site = setUpModels({ quotas: { modelConnections: 3 } });
const key = 'sk-very-secret-key';

describe('model connections', () => {
  it('begin with the built-in model, which is the default and cannot be changed', async () => {
    const { list, as } = site();
    expect(await list('viewer')).toEqual([
      expect.objectContaining({
        id: builtInModelId,
        provider: 'built_in',
        source: 'environment',
        is_default: true,
      }),
    ]);
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'x' } : undefined;
      const answer = await as('owner', `${method} /models/${builtInModelId}`, body);
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    }
  });

  it('are added with a key that is sealed and never read back', async () => {
    const { add, as, llm } = site();
    const added = await add({ name: 'Small', api_key: key });
    expect(added).toMatchObject({ has_api_key: true, is_default: true, source: 'page' });
    const read = await as('owner', `GET /models/${added.id}`);
    expect(read.body).toEqual(added);
    const { rows } = await llm.pool.query('select * from llm.model_connections');
    expect(JSON.stringify([rows, read.text])).not.toContain(key);
    expect(rows[0].api_key).toMatch(/^v1\./);
  });

  it('lose their key with their address, and keep it with another name', async () => {
    await using other = await startModelServer();
    const { add, as } = site();
    const { id } = await add({ name: 'Small', api_key: key });
    const change = (body: unknown) => as('admin', `PATCH /models/${id}`, body);
    expect((await change({ name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      has_api_key: true,
    });
    const moved = await change({ base_url: `${other.baseUrl}/` });
    expect(moved.body).toMatchObject({
      base_url: other.baseUrl,
      has_api_key: false,
    });
    expect((await change({ api_key: key })).body).toMatchObject({ has_api_key: true });
    expect((await change({ api_key: null })).body).toMatchObject({ has_api_key: false });
    const without = await change({ base_url: null });
    expect(without).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'base_url' } } },
    });
  });

  it('have one default, after which the environment is the default again', async () => {
    const { add, as, list } = site();
    const first = await add({ name: 'First' });
    const second = await add({ name: 'Second' });
    expect(second.is_default).toBe(false);
    await as('owner', `PATCH /models/${second.id}`, { is_default: true });
    const defaults = async () =>
      (await list('owner')).filter(({ is_default }) => is_default).map(({ name }) => name);
    expect(await defaults()).toEqual(['Second']);
    await as('owner', `DELETE /models/${second.id}`);
    expect(await defaults()).toEqual(['Built-in']);
    await as('owner', `PATCH /models/${first.id}`, { is_default: true });
    expect(await defaults()).toEqual(['First']);
  });

  it('are seen by the people that they are meant for, and their address by admins', async () => {
    const { add, as, list } = site();
    const forTeam = await add({
      name: 'Team',
      visibility: { everyone: false, roles: [], team_ids: ['team-1'] },
    });
    await add({
      name: 'Viewers',
      visibility: { everyone: false, roles: ['viewer'], team_ids: [] },
    });
    const names = async (person: 'owner' | 'admin' | 'member' | 'viewer' | 'stranger') =>
      (await list(person)).map(({ name }) => name);
    expect(await names('admin')).toEqual(['Team', 'Built-in', 'Viewers']);
    expect(await names('member')).toEqual(['Team', 'Built-in']);
    expect(await names('viewer')).toEqual(['Built-in', 'Viewers']);
    expect(await names('stranger')).toEqual(['Built-in']);
    const read = await as('member', `GET /models/${forTeam.id}`);
    expect(read.body).toMatchObject({ base_url: null });
    for (const person of ['viewer', 'stranger'] as const) {
      const hidden = await as(person, `GET /models/${forTeam.id}`);
      expect(hidden).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } });
    }
    const visibility = { everyone: false, team_ids: ['no-such-team'] };
    expect(await as('owner', `PATCH /models/${forTeam.id}`, { visibility })).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'visibility.team_ids' } } },
    });
    expect(await as('owner', `PATCH /models/${forTeam.id}`, { model: 'a\r\nb' })).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'model' } } },
    });
    const foreign = await as('stranger', `PATCH /models/${forTeam.id}`, { name: 'x' });
    expect(foreign.status).toBe(404);
    expect((await as('stranger', `DELETE /models/${forTeam.id}`)).status).toBe(404);
  });

  it('show no address to a credential of an owner without the scope admin', async () => {
    const { add, llm } = site();
    const { id } = await add({ name: 'Small' });
    const person = { userId: 'owner', organisationId: 'organisation-1' };
    const token = await llm.identity.token({ ...person, scopes: ['chat'] });
    for (const path of ['/models', `/models/${id}`]) {
      const text = await (await llm.call('GET', path, { token })).text();
      expect(text).toContain('"name":"Small"');
      expect(text).not.toContain('models.example.org');
    }
  });

  it('mark the model that answers for a person from whom the default is hidden', async () => {
    const { add, list } = site();
    const visibility = { everyone: false, roles: [], team_ids: [] };
    await add({ name: 'Hidden', is_default: true, visibility });
    const defaults = async (person: 'admin' | 'member') =>
      (await list(person)).filter(({ is_default }) => is_default).map(({ name }) => name);
    expect(await defaults('admin')).toEqual(['Hidden']);
    expect(await defaults('member')).toEqual(['Built-in']);
  });

  it('have no name that stands for another model', async () => {
    const { add, as } = site();
    const { id } = await add({ name: 'One' });
    const create = (name: string) =>
      as('owner', 'POST /models', { name, provider: 'anthropic', model: 'claude', api_key: key });
    const rename = (name: string) => as('owner', `PATCH /models/${id}`, { name });
    for (const write of [create, rename]) {
      expect(await write('built-in')).toMatchObject({
        status: 409,
        body: { error: { code: 'model_name_taken', details: { field: 'name' } } },
      });
      for (const name of [id.toUpperCase(), builtInModelId]) {
        expect(await write(name)).toMatchObject({
          status: 400,
          body: { error: { code: 'invalid_request', details: { field: 'name' } } },
        });
      }
    }
  });

  it('fall back to known models alone', async () => {
    const { add, as, list } = site();
    const other = await add({ name: 'Other' });
    const first = await add({ name: 'First', fallback_ids: [other.id, builtInModelId] });
    expect(first.fallback_ids).toEqual([other.id, builtInModelId]);
    const change = (fallback_ids: string[]) =>
      as('owner', `PATCH /models/${first.id}`, { fallback_ids });
    for (const wrong of [first.id, '3f0c4e1e-51a4-4f4e-8a1f-0d6f5a1b2c3d']) {
      expect(await change([wrong])).toMatchObject({
        status: 400,
        body: { error: { details: { field: 'fallback_ids' } } },
      });
    }
    await as('owner', `DELETE /models/${other.id}`);
    const left = (await list('owner')).find(({ id }) => id === first.id);
    expect(left?.fallback_ids).toEqual([builtInModelId]);
  });

  it('have unique names, and as many as the quota allows', async () => {
    const { add, as } = site();
    const given = { provider: 'anthropic', model: 'claude', api_key: key };
    await add({ name: 'One' });
    const taken = await as('owner', 'POST /models', { ...given, name: 'one' });
    expect(taken).toMatchObject({ status: 409, body: { error: { code: 'model_name_taken' } } });
    await add({ name: 'Two' });
    await add({ name: 'Three' });
    await expect(add({ name: 'Four' })).rejects.toThrow('quota_exceeded');
    expect((await as('owner', 'GET /api/quotas/conversations')).body.quotas).toContainEqual({
      quota: 'model_connections',
      used: 3,
      limit: 3,
    });
  });

  it.each([
    ['http://models.example.org/v1', 'plain http'],
    ['http://10.0.0.1/v1', 'plain http'],
    ['https://192.168.1.4/v1', 'not public'],
    ['https://name:word@models.example.org/v1', 'password'],
    ['ftp://models.example.org', 'http'],
    ['https://models.example.org/v1?key=secret', 'query'],
  ])('refuse the address %s', async (base_url, reason) => {
    const model = { name: 'x', provider: 'openai_compatible', model: 'small', base_url };
    const refused = await site().as('owner', 'POST /models', model);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: { field: 'base_url' } } },
    });
    expect(refused.text).toContain(reason);
  });

  it('are listed page by page', async () => {
    const { add, as } = site();
    await add({ name: 'One' });
    await add({ name: 'Two' });
    const first = await as('owner', 'GET /models?limit=2');
    const rest = await as('owner', `GET /models?limit=2&cursor=${first.body.next_cursor}`);
    const names = [first, rest].map(({ body }) =>
      body.models.map((model: { name: string }) => model.name),
    );
    expect(names).toEqual([['One', 'Built-in'], ['Two']]);
    expect(rest.body.next_cursor).toBeNull();
  });
});
