import { describe, expect, it } from '@jest/globals';
import type { QuotaUse, Team } from '@lectern/contracts';
import { openOrganisation } from '../../test/open-organisation.ts';

const countStatuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

const exceeds = (quota: string, limit: number) => ({
  error: { code: 'quota_exceeded', details: { quota, used: limit, limit } },
});

describe('an organisation', () => {
  it('has as many teams as it may, also when many are made at once', async () => {
    await using place = await openOrganisation({}, { limits: { teams: 3 } });
    const make = (name: string) => place.call<Team>('POST', '/api/teams', { name });
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(make));
    expect(countStatuses(answers)).toEqual([201, 201, 201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject(exceeds('teams', 3));
    const kept = answers.find(({ status }) => status === 201)?.body.id;
    expect((await place.call('DELETE', `/api/teams/${kept}`)).status).toBe(204);
    expect((await make('g')).status).toBe(201);
    expect((await make('g')).body).toMatchObject({ error: { code: 'team_name_taken' } });
  });

  it('has as many members as it may, those that are invited included', async () => {
    await using place = await openOrganisation({}, { limits: { members: 4 } });
    await place.join('first@example.org');
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.org`);
    const answers = await Promise.all(names.map((name) => place.invite(name)));
    expect(countStatuses(answers)).toEqual([201, 201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject(exceeds('members', 4));
    const open = answers.find(({ status }) => status === 201)?.body;
    expect((await place.invite(open?.email ?? '')).status).toBe(201);
    await place.gateway.database.pool.query(
      `update auth.invitation set "expiresAt" = now() - interval '1 minute' where email = $1`,
      [open?.email],
    );
    await place.join('second@example.org');
    expect((await place.invite('late@example.org')).status).toBe(409);
  });

  it('is shown both with their use', async () => {
    await using place = await openOrganisation({}, { limits: { teams: 7, members: 8 } });
    for (const service of [place.gateway.rag, place.gateway.llm, place.gateway.mcp]) {
      service.answer = (_, response) => void response.end('{"quotas":[]}');
    }
    await place.call('POST', '/api/teams', { name: 'Desk' });
    await place.invite('open@example.org');
    const { quotas } = (await place.call<{ quotas: QuotaUse[] }>('GET', '/api/quotas')).body;
    expect(quotas).toEqual(
      expect.arrayContaining([
        { quota: 'members', used: 2, limit: 8 },
        { quota: 'teams', used: 1, limit: 7 },
      ]),
    );
  });

  it('is one of twenty that a person made, where members make them, also when many are made at once', async () => {
    await using place = await openOrganisation({ ORGANISATION_CREATION: 'members' });
    const { userId, session } = await place.join('maker@example.org');
    const other = await place.join('other@example.org');
    const { pool } = place.gateway.database;
    const make = (slug: string, by = session) =>
      place.callAs(by)<{ id: string }>('POST', '/api/auth/organization/create', {
        name: slug,
        slug,
      });
    await pool.query(
      `with made as (
         insert into auth.organization (id, name, slug, "createdAt", "madeBy")
         select 'made-' || n, 'made', 'made-' || n, now(), $1 from generate_series(1, 16) as n
         returning id
       )
       insert into auth.member (id, "organizationId", "userId", role, "createdAt")
       select id, id, $1, 'owner', now() from made`,
      [userId],
    );
    const names = Array.from({ length: 10 }, (_, at) => `made-at-once-${at}`);
    const answers = await Promise.all(names.map((name) => make(name)));
    expect(countStatuses(answers)).toEqual([
      ...Array.from({ length: 4 }, () => 200),
      ...Array.from({ length: 6 }, () => 409),
    ]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject(exceeds('organisations', 20));
    const { rows } = await pool.query<{ id: string; members: number }>(
      `select id, (select count(*) from auth.member where "organizationId" = made.id)::int as members
       from auth.organization as made where slug like 'made-%'`,
    );
    expect(rows.map(({ members }) => members)).toEqual(rows.map(() => 1));
    expect(rows).toHaveLength(20);

    // Organisations of others and deleted ones do not count.
    await pool.query(
      `insert into auth.member (id, "organizationId", "userId", role, "createdAt")
       select 'other-' || id, id, $1, 'member', now() from unnest($2::text[]) as id`,
      [other.userId, rows.map(({ id }) => id)],
    );
    expect((await make('of-another', other.session)).status).toBe(200);
    await pool.query('delete from auth.member where "userId" = $1 and "organizationId" = $2', [
      userId,
      rows[0]?.id,
    ]);
    expect((await make('left-one')).status).toBe(409);
    await pool.query('delete from auth.organization where id = $1', [rows[1]?.id]);
    expect((await make('deleted-one')).status).toBe(200);
    expect((await make('of-the-operator', place.cookie)).status).toBe(200);
  });
});
