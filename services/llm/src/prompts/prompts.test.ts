import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { setUpModels } from '../../test/set-up-models.ts';

const site = setUpModels();
const missing = { status: 404, body: { error: { code: 'prompt_not_found' } } };
const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
const shown = { everyone: true, roles: [], team_ids: [] };

type Person = 'owner' | 'admin' | 'member' | 'viewer' | 'stranger';

async function add(person: Person, body: object = {}) {
  const given = { name: 'Summary', text: 'Summarise the file.', ...body };
  return site().as(person, 'POST /prompts', given);
}

async function namesOf(person: Person): Promise<string[]> {
  const { body } = await site().as(person, 'GET /prompts');
  return body.prompts.map(({ name }: { name: string }) => name);
}

describe('saved prompts', () => {
  it('are private at first, for their author and admins', async () => {
    const added = await add('viewer');
    expect(added).toMatchObject({
      status: 201,
      body: { name: 'Summary', owner_id: 'viewer', may_change: true },
    });
    const path = `/prompts/${added.body.id}`;
    for (const person of ['member', 'stranger'] as const) {
      expect(await namesOf(person)).toEqual([]);
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { name: 'Other' } : undefined;
        expect(await site().as(person, `${method} ${path}`, body)).toMatchObject(missing);
      }
    }
    expect(await namesOf('viewer')).toEqual(['Summary']);
    expect(await namesOf('admin')).toEqual(['Summary']);
    expect(await site().as('viewer', `GET /prompts/${randomUUID()}`)).toMatchObject(missing);
  });

  it('are used by those whom they are shared with, and changed by their author', async () => {
    const { as } = site();
    const { body } = await add('admin', {
      visibility: { ...shown, everyone: false, team_ids: ['team-1'] },
    });
    const path = `/prompts/${body.id}`;
    expect(await namesOf('member')).toEqual(['Summary']);
    expect(await namesOf('viewer')).toEqual([]);
    expect(await as('member', `PATCH ${path}`, { text: 'Other' })).toMatchObject(forbidden);
    expect(await as('member', `DELETE ${path}`)).toMatchObject(forbidden);
    const visibility = { ...shown, everyone: false, team_ids: ['team-1', 'no-such-team'] };
    expect(await as('admin', `PATCH ${path}`, { visibility })).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'visibility.team_ids' } } },
    });
    expect(await as('admin', `PATCH ${path}`, { visibility: shown })).toMatchObject({
      status: 200,
      body: { text: 'Summarise the file.', visibility: shown },
    });
    expect(await namesOf('viewer')).toEqual(['Summary']);
    expect(await namesOf('stranger')).toEqual([]);
    expect((await as('owner', `DELETE ${path}`)).status).toBe(204);
    expect(await as('admin', `GET ${path}`)).toMatchObject(missing);
  });

  it('are shared with single people of the organisation', async () => {
    const { as } = site();
    const nobody = { everyone: false, roles: [], team_ids: [], user_ids: [] };
    const { body } = await add('admin', { visibility: { ...nobody, user_ids: ['viewer'] } });
    const path = `/prompts/${body.id}`;
    expect(await namesOf('viewer')).toEqual(['Summary']);
    expect(await namesOf('member')).toEqual([]);
    expect(await as('viewer', `PATCH ${path}`, { text: 'Other' })).toMatchObject(forbidden);
    for (const person of ['stranger', 'nobody']) {
      const visibility = { ...nobody, user_ids: ['viewer', person] };
      expect(await as('admin', `PATCH ${path}`, { visibility })).toMatchObject({
        status: 400,
        body: { error: { details: { field: 'visibility.user_ids' } } },
      });
    }
    await as('admin', `PATCH ${path}`, { visibility: nobody });
    expect(await namesOf('viewer')).toEqual([]);
    const shared = { visibility: { ...nobody, user_ids: ['member'] } };
    expect(await add('viewer', shared)).toMatchObject(forbidden);
  });

  it('are not shared by viewers', async () => {
    expect(await add('viewer', { visibility: shown })).toMatchObject(forbidden);
    const { body } = await add('viewer');
    const change = await site().as('viewer', `PATCH /prompts/${body.id}`, { visibility: shown });
    expect(change).toMatchObject(forbidden);
  });

  it('that are shared are only withdrawn by an author who became a viewer', async () => {
    const { as, llm } = site();
    const { body } = await add('member', { visibility: shown });
    const path = `/prompts/${body.id}`;
    await llm.pool.query(`update auth.member set role = 'viewer' where "userId" = 'member'`);
    expect(await as('member', `PATCH ${path}`, { text: 'Other' })).toMatchObject(forbidden);
    const visibility = { ...shown, everyone: false };
    expect(await as('member', `PATCH ${path}`, { visibility, text: 'Other' })).toMatchObject({
      status: 200,
      body: { text: 'Other', visibility },
    });
  });

  it('are listed with bounded texts a page, and nothing is lost', async () => {
    const text = 'я'.repeat(20_000);
    for (let at = 0; at < 30; at += 1) await add('member', { name: `n${at}`, text });
    const first = await site().as('member', 'GET /prompts?limit=500');
    expect(first.body.prompts.length).toBeLessThanOrEqual(26);
    const cursor = first.body.next_cursor;
    const next = await site().as('member', `GET /prompts?limit=500&cursor=${cursor}`);
    expect(next.body).toMatchObject({ next_cursor: null });
    expect(first.body.prompts.length + next.body.prompts.length).toBe(30);
  });

  it('are listed by page, by name', async () => {
    for (const name of ['b', 'a', 'c']) await add('member', { name });
    const first = await site().as('member', 'GET /prompts?limit=2');
    expect(first.body.prompts.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
    const next = await site().as('member', `GET /prompts?limit=2&cursor=${first.body.next_cursor}`);
    expect(next.body).toMatchObject({ prompts: [{ name: 'c' }], next_cursor: null });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ text: '  ' }, 'text'],
    [{ visibility: { everyone: 'yes' } }, 'visibility.everyone'],
  ])('are refused as %j', async (body, field) => {
    expect(await add('member', body)).toMatchObject({
      status: 400,
      body: { error: { details: { field } } },
    });
  });

  it('are bounded by person', async () => {
    const { llm } = site();
    await llm.pool.query(
      `insert into llm.prompts (id, organisation_id, user_id, name, text)
       select gen_random_uuid(), 'organisation-1', 'member', 'x', 'x' from generate_series(1, 500)`,
    );
    expect(await add('member')).toMatchObject({
      status: 409,
      body: { error: { code: 'quota_exceeded', details: { quota: 'prompts', limit: 500 } } },
    });
    expect((await add('admin')).status).toBe(201);
  });

  it('go with their author, and shared ones with their organisation', async () => {
    const { llm } = site();
    await add('member', { name: 'private' });
    await add('member', { name: 'shared', visibility: shown });
    await llm.pool.query(`delete from auth.member where "userId" = 'member'`);
    await llm.dependencies.retention.run();
    expect(await namesOf('owner')).toEqual(['shared']);
  });
});
