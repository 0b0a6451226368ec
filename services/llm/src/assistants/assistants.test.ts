import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startModels } from '../../test/set-up-models.ts';

const readable = randomUUID();
let site: Awaited<ReturnType<typeof startModels>>;
beforeEach(async () => {
  const findReadableCollections = async (ids: readonly string[]) =>
    ids.filter((id) => id === readable);
  site = await startModels({}, { findReadableCollections });
});
afterEach(() => site[Symbol.asyncDispose]());

const missing = { status: 404, body: { error: { code: 'assistant_not_found' } } };
const shown = { everyone: true, roles: [], team_ids: [] };
const given = {
  name: 'Contracts',
  description: 'Reads contracts.',
  instructions: 'Name the clause.',
  mode: 'agent',
  collections: [readable],
  tools: [{ server: 'crm' }, { server: 'mail', tool: 'send' }],
};

describe('assistants', () => {
  it('are created with defaults, changed and deleted', async () => {
    const { as } = site;
    const small = await site.add({ name: 'Small' });
    const added = await as('member', 'POST /assistants', { ...given, model: 'small' });
    expect(added).toMatchObject({
      status: 201,
      body: { ...given, model: small.id, owner_id: 'member', may_change: true },
    });
    const path = `/assistants/${added.body.id}`;
    const change = { tools: null, collections: null, model: null };
    expect(await as('member', `PATCH ${path}`, change)).toMatchObject({
      status: 200,
      body: { ...given, ...change },
    });
    expect((await as('member', `DELETE ${path}`)).status).toBe(204);
    expect(await as('member', `GET ${path}`)).toMatchObject(missing);
    const { body } = await as('member', 'POST /assistants', { name: 'Plain' });
    expect(body).toMatchObject({ instructions: '', mode: null, tools: null, collections: null });
  });

  it('are seen by those whom they are shared with, and changed by author and admins', async () => {
    const { as } = site;
    const { body } = await as('member', 'POST /assistants', given);
    const path = `/assistants/${body.id}`;
    expect(await as('viewer', `GET ${path}`)).toMatchObject(missing);
    await as('member', `PATCH ${path}`, { visibility: shown });
    expect((await as('viewer', 'GET /assistants')).body).toMatchObject({
      assistants: [{ id: body.id, may_change: false }],
      next_cursor: null,
    });
    expect((await as('viewer', `DELETE ${path}`)).status).toBe(403);
    expect((await as('stranger', 'GET /assistants')).body.assistants).toEqual([]);
    expect(await as('stranger', `PATCH ${path}`, { name: 'Mine' })).toMatchObject(missing);
    expect((await as('admin', `PATCH ${path}`, { name: 'Other' })).body.name).toBe('Other');
  });

  it.each([
    [{ name: ' ' }, 400, 'name'],
    [{ name: 'A', instructions: 'x'.repeat(8_001) }, 400, 'instructions'],
    [{ name: 'A', collections: [] }, 400, 'collections'],
    [{ name: 'A', tools: [{ tool: 'send' }] }, 400, 'tools.0.server'],
    [{ name: 'A', mood: 'good' }, 400, 'mood'],
    [{ name: 'A', model: 'nothing' }, 404, 'model'],
    [{ name: 'A', collections: [readable, randomUUID()] }, 404, 'collections'],
  ])('are refused as %j', async (body, status, field) => {
    expect(await site.as('member', 'POST /assistants', body)).toMatchObject({
      status,
      body: { error: { details: { field } } },
    });
  });
});
