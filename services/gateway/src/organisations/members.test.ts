import { describe, expect, it } from '@jest/globals';
import type { Invitation, Me, Member } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { password, setUpOrganisation, tokenOf } from '../../test/open-organisation.ts';
import { owner, publicUrl, setPassword, toCookieHeader } from '../../test/start-gateway.ts';

const { gateway, made, call, callAs, invite, join } = await setUpOrganisation();

describe('an invitation', () => {
  it('is a link that makes one person a member, once', async () => {
    const created = await invite('Bob@Example.org', 'viewer');
    expect(created.status).toBe(201);
    const { link, mailed, ...invitation } = created.body;
    expect(mailed).toBe(false);
    expect(link).toMatch(/^http:\/\/localhost:8000\/join\?token=\S{40,}$/);
    const open = await call<{ invitations: Invitation[] }>('GET', '/api/invitations');
    expect(open.body.invitations).toEqual([invitation]);
    const { rows } = await gateway.database.pool.query('select * from auth.invitation');
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link));

    const token = tokenOf(link);
    const seen = await callAs('')('POST', '/api/invitations/read', { token });
    expect(seen.body).toEqual({
      organisation: expect.any(String),
      invited_by: owner.name,
      email: 'bob@example.org',
      role: 'viewer',
      has_account: false,
      expires_at: invitation.expires_at,
    });
    const acceptance = { token, name: 'Bob', password };
    const accepted = await callAs('')('POST', '/api/invitations/accept', acceptance);
    expect(accepted.status).toBe(201);
    const me = await callAs(toCookieHeader(accepted.response))('GET', '/api/me');
    expect(me.body).toMatchObject({
      user: { email: 'bob@example.org', name: 'Bob' },
      organisation: { id: made.organisationId },
      role: 'viewer',
      operator: false,
      may_create_organisations: false,
    });
    expect((await callAs('')('POST', '/api/invitations/accept', acceptance)).status).toBe(403);
    expect((await callAs('')('POST', '/api/invitations/read', { token })).status).toBe(403);
    expect((await invite('bob@example.org')).body).toMatchObject({
      error: { code: 'already_member' },
    });
  });

  it('ends when it is revoked, replaced or seven days old', async () => {
    const revoked = (await invite('carl@example.org')).body;
    expect((await call('DELETE', `/api/invitations/${revoked.id}`)).status).toBe(204);
    expect((await call('DELETE', `/api/invitations/${revoked.id}`)).status).toBe(404);
    const replaced = (await invite('carl@example.org')).body;
    const old = (await invite('carl@example.org')).body;
    await gateway.database.pool.query(
      `update auth.invitation set "expiresAt" = "expiresAt" - interval '7 days' where id = $1`,
      [old.id],
    );
    for (const { link } of [revoked, replaced, old]) {
      const body = { token: tokenOf(link), name: 'Carl', password };
      expect((await callAs('')('POST', '/api/invitations/accept', body)).status).toBe(403);
    }
  });

  it('asks who has an account already for its password', async () => {
    await addPrincipal(gateway.database, { userId: 'dora', organisationId: 'elsewhere' });
    await setPassword(gateway, 'dora', password);
    const { link } = (await invite('dora@example.org')).body;
    const accept = (given: string) =>
      callAs('')('POST', '/api/invitations/accept', {
        token: tokenOf(link),
        name: 'x',
        password: given,
      });
    expect((await accept('somebody-elses')).status).toBe(401);
    expect((await accept(password)).body).toMatchObject({ user_id: 'dora' });
  });

  it('makes one person of one address, however often and at once it is accepted', async () => {
    const { link } = (await invite('gleb@example.org')).body;
    const acceptance = { token: tokenOf(link), name: 'Gleb', password };
    const accepted = await Promise.all(
      Array.from({ length: 8 }, () => callAs('')('POST', '/api/invitations/accept', acceptance)),
    );
    const statuses = accepted.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('leaves nobody behind whose password could not be written down', async () => {
    const { pool } = gateway.database;
    const { link } = (await invite('quinn@example.org')).body;
    const accept = () =>
      callAs('')('POST', '/api/invitations/accept', {
        token: tokenOf(link),
        name: 'Quinn',
        password,
      });
    await pool.query('alter table auth.account add constraint broken check (false) not valid');
    expect((await accept()).status).toBe(500);
    await pool.query('alter table auth.account drop constraint broken');
    expect((await accept()).status).toBe(201);
  });

  it('cannot give more than its maker has', async () => {
    const { session } = await join('ann@example.org', 'admin');
    expect((await invite('eve@example.org', 'owner', session)).status).toBe(403);
    expect((await invite('eve@example.org', 'admin', session)).status).toBe(201);
    const { session: member } = await join('max@example.org');
    expect((await invite('eve@example.org', 'viewer', member)).status).toBe(403);
  });
});

describe('members', () => {
  it('change role at once, never above the caller', async () => {
    const { userId, session } = await join('fay@example.org');
    const changed = await call<Member>('PATCH', `/api/members/${userId}`, { role: 'viewer' });
    expect(changed.body).toMatchObject({ user_id: userId, role: 'viewer' });
    expect((await callAs(session)('GET', '/api/me')).body).toMatchObject({
      role: 'viewer',
    });
    const patch = (id: string, role: string, as: string) =>
      callAs(as)('PATCH', `/api/members/${id}`, { role });
    expect((await patch(userId, 'owner', session)).status).toBe(403);
    const { session: admin } = await join('gus@example.org', 'admin');
    expect((await patch(made.userId, 'member', admin)).status).toBe(403);
    expect((await patch(userId, 'owner', admin)).status).toBe(403);
    expect((await patch('dora-from-elsewhere', 'viewer', admin)).status).toBe(404);
    expect((await patch(userId, 'king', admin)).status).toBe(400);
  });

  it('lose session, keys and teams of the organisation with the membership', async () => {
    const { userId, session } = await join('hal@example.org');
    const { key } = (
      await callAs(session)<{ key: string }>('POST', '/api/keys', { name: 'k', scopes: ['search'] })
    ).body;
    expect((await call('DELETE', `/api/members/${userId}`)).status).toBe(204);
    expect((await callAs(session)('GET', '/api/me')).status).toBe(401);
    const byKey = await fetch(`${gateway.url}/api/me`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(byKey.status).toBe(401);
    expect((await call('DELETE', `/api/members/${userId}`)).status).toBe(404);
  });

  it('may leave by themselves and remove nobody else', async () => {
    const { userId, session } = await join('ida@example.org');
    const other = `/api/members/${made.userId}`;
    expect((await callAs(session)('DELETE', other)).status).toBe(403);
    expect((await callAs(session)('DELETE', `/api/members/${userId}`)).status).toBe(204);
  });

  it('keep one owner, also when two step down at once', async () => {
    const alone = await call('PATCH', `/api/members/${made.userId}`, { role: 'admin' });
    expect(alone.body).toMatchObject({ error: { code: 'last_owner' } });
    expect((await call('DELETE', `/api/members/${made.userId}`)).status).toBe(409);
    expect((await call('DELETE', '/api/me', { password: owner.password })).status).toBe(409);

    const second = await join('jan@example.org', 'owner');
    const both = await Promise.all([
      callAs(second.session)('PATCH', `/api/members/${second.userId}`, { role: 'admin' }),
      call('PATCH', `/api/members/${made.userId}`, { role: 'admin' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await addPrincipal(gateway.database, {
      userId: made.userId,
      organisationId: made.organisationId,
      role: 'owner',
    });
  });

  it('set a new password by a link that an administrator made, once', async () => {
    const { userId, session } = await join('kim@example.org');
    const { session: admin } = await join('lea@example.org', 'admin');
    const path = (id: string) => `/api/members/${id}/password-link`;
    expect((await callAs(admin)('POST', path(made.userId))).status).toBe(403);
    expect((await callAs(admin)('POST', path('dora'))).status).toBe(403);
    const made1 = await callAs(admin)<{ link: string }>('POST', path(userId));
    expect(made1.body.link).toContain(`${publicUrl}/reset?token=`);
    const body = { token: tokenOf(made1.body.link), password: 'another-password' };
    expect((await callAs('')('POST', '/api/password-resets', body)).status).toBe(204);
    expect((await callAs('')('POST', '/api/password-resets', body)).status).toBe(403);
    expect((await callAs(session)('GET', '/api/me')).status).toBe(401);
    const signedIn = await callAs('')('POST', '/api/auth/sign-in/email', {
      email: 'kim@example.org',
      password: 'another-password',
    });
    expect(signedIn.status).toBe(200);
  });

  it.each([
    '/api/auth/organization/invite-member',
    '/api/auth/organization/update-member-role',
    '/api/auth/organization/delete',
    '/api/auth/admin/impersonate-user',
    '/api/auth/admin/set-user-password',
  ])('change by our own routes only, not by %s', async (path) => {
    expect((await call('POST', path, {})).status).toBe(404);
  });
});

describe('a name', () => {
  const nameOf = async (session: string) =>
    (await callAs(session)<Me>('GET', '/api/me')).body.user.name;
  const rename = (body: unknown, session: string) => callAs(session)<Me>('PATCH', '/api/me', body);

  it('is changed by its person, for everybody who sees it', async () => {
    const { userId, session } = await join('rosa@example.org');
    const changed = await rename({ name: '  Rosa Müller ' }, session);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      user: { id: userId, name: 'Rosa Müller' },
      organisation: { id: made.organisationId },
    });
    expect(await nameOf(session)).toBe('Rosa Müller');
    const { members } = (await call<{ members: Member[] }>('GET', '/api/members')).body;
    expect(members.find(({ user_id }) => user_id === userId)?.name).toBe('Rosa Müller');
    expect(members.filter(({ name }) => name === 'Rosa Müller')).toHaveLength(1);
  });

  it.each([
    ['is empty', { name: ' ' }],
    ['is too long', { name: 'x'.repeat(201) }],
    ['is missing', {}],
    ['comes with another field', { name: 'Sven', email: 'sven@example.org' }],
  ])('that %s changes nothing', async (what, body) => {
    const { session } = await join(`${what.replaceAll(' ', '-')}@example.org`);
    const before = await nameOf(session);
    expect((await rename(body, session)).status).toBe(400);
    expect(await nameOf(session)).toBe(before);
  });

  it('is not for an API key to change', async () => {
    const { session } = await join('toni@example.org');
    const { key } = (
      await callAs(session)<{ key: string }>('POST', '/api/keys', { name: 'k', scopes: ['search'] })
    ).body;
    const response = await fetch(`${gateway.url}/api/me`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Somebody' }),
    });
    expect(response.status).toBe(403);
    expect(await nameOf(session)).not.toBe('Somebody');
  });

  it('is noted in each organisation where it is shown, once it is another one', async () => {
    const { userId, session } = await join('uwe@example.org');
    await addPrincipal(gateway.database, { userId, organisationId: 'third', role: 'member' });
    const from = await nameOf(session);
    await rename({ name: 'Uwe Neu' }, session);
    await rename({ name: 'Uwe Neu' }, session);
    const { rows } = await gateway.database.pool.query(
      `select organisation_id, actor_id, target, details from auth.audit_log
       where action = 'account.renamed' and target = $1 order by organisation_id = 'third'`,
      [userId],
    );
    const noted = { actor_id: userId, target: userId, details: { from, to: 'Uwe Neu' } };
    expect(rows).toEqual([
      { organisation_id: made.organisationId, ...noted },
      { organisation_id: 'third', ...noted },
    ]);
  });
});

describe('the name of an organisation', () => {
  it('is changed by its administrators, and noted', async () => {
    const path = `/api/organisations/${made.organisationId}`;
    const { session } = await join('rita@example.org');
    const renamed = { id: made.organisationId, name: 'North pier' };
    expect((await callAs(session)('PATCH', path, { name: 'Mine' })).status).toBe(403);
    expect((await call('PATCH', '/api/organisations/other', { name: 'Mine' })).status).toBe(404);
    expect((await call('PATCH', path, { name: ' North pier ' })).body).toEqual(renamed);
    expect((await call('GET', '/api/me')).body).toMatchObject({ organisation: renamed });
    const { rows } = await gateway.database.pool.query(
      `select details ->> 'to' as name from auth.audit_log where action = 'organisation.renamed'`,
    );
    expect(rows).toEqual([{ name: 'North pier' }]);
  });
});

describe('deleting', () => {
  it('an account needs its password and takes its keys with it', async () => {
    const { userId, session } = await join('otto@example.org');
    await callAs(session)('POST', '/api/keys', { name: 'k', scopes: ['search'] });
    expect((await callAs(session)('DELETE', '/api/me', { password: 'wrong' })).status).toBe(403);
    expect((await callAs(session)('DELETE', '/api/me', { password })).status).toBe(204);
    const { rows } = await gateway.database.pool.query(
      `select (select count(*)::int from auth."user" where id = $1) as people,
         (select count(*)::int from auth.apikey where "referenceId" = $1) as keys`,
      [userId],
    );
    expect(rows).toEqual([{ people: 0, keys: 0 }]);
    expect((await callAs(session)('GET', '/api/me')).status).toBe(401);
  });

  it('an organisation needs an owner, who goes on in another one', async () => {
    const { userId, session } = await join('pia@example.org', 'admin');
    await addPrincipal(gateway.database, { userId, organisationId: 'second', role: 'owner' });
    const path = `/api/organisations/${made.organisationId}`;
    expect((await callAs(session)('DELETE', path, { password })).status).toBe(403);
    expect(
      (await callAs(session)('DELETE', '/api/organisations/elsewhere', { password })).status,
    ).toBe(404);
    const listed = await callAs(session)<{ organisations: unknown[] }>('GET', '/api/organisations');
    expect(listed.body.organisations).toHaveLength(2);
    expect(
      (await callAs(session)('DELETE', '/api/organisations/second', { password })).status,
    ).toBe(204);
    expect((await callAs(session)('GET', '/api/me')).status).toBe(200);
  });
});

describe('lists of people', () => {
  it.each([
    ['members', 'user_id'],
    ['teams', 'id'],
    ['invitations', 'id'],
    ['keys', 'id'],
    ['organisations', 'id'],
  ])('give /api/%s page by page, each once, and refuse a foreign cursor', async (list, id) => {
    await call('POST', '/api/auth/organization/create', { name: 'Second', slug: 'second' });
    for (const name of ['Alpha', 'Beta']) {
      await invite(`${name}-${list}@example.org`);
      await call('POST', '/api/teams', { name });
      await call('POST', '/api/keys', { name, scopes: ['search'] });
    }
    await join(`page-${list}@example.org`);
    type Answer = Record<string, Record<string, string>[]> & { next_cursor: string | null };
    const whole = (await call<Answer>('GET', `/api/${list}`)).body;
    expect(whole.next_cursor).toBeNull();
    const paged: unknown[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `?limit=1&cursor=${cursor}` : '?limit=1';
      const { body } = await call<Answer>('GET', `/api/${list}${query}`);
      expect(body[list]).toHaveLength(1);
      paged.push(body[list]?.[0]?.[id]);
      cursor = body.next_cursor;
    } while (cursor);
    expect(paged).toEqual(whole[list]?.map((item) => item[id]));
    expect(paged.length).toBeGreaterThan(list === 'organisations' ? 0 : 1);
    const foreign = Buffer.from('["x"]').toString('base64url');
    expect((await call('GET', `/api/${list}?cursor=`)).body).toEqual(whole);
    expect((await call('GET', `/api/${list}?cursor=${foreign}`)).body).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'cursor' } },
    });
  });
});
