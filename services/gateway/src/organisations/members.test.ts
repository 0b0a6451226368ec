import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent, Invitation, Member, Role, Team } from '@lectern/contracts';
import { addPrincipal, eventually } from '@lectern/testing';
import {
  addOwner,
  owner,
  publicUrl,
  signIn,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../test/start-gateway.ts';

let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;
let cookie: string;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000' });
  made = await addOwner(gateway);
  cookie = await signIn(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const call = async <Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
  session: string | undefined = cookie,
) => {
  const response = await fetch(gateway.url + path, {
    method,
    headers: {
      origin: publicUrl,
      ...(session && { cookie: session }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text && JSON.parse(text)) as Body, response };
};

const password = 'correct-horse-battery';
const invite = (email: string, role: Role = 'member', session?: string) =>
  call<Invitation & { link: string; mailed: boolean }>(
    'POST',
    '/api/invitations',
    { email, role },
    session,
  );
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Invites and accepts; gives the new member's session. */
const join = async (email: string, role: Role = 'member') => {
  const { link } = (await invite(email, role)).body;
  const accepted = await call<{ user_id: string }>(
    'POST',
    '/api/invitations/accept',
    { token: tokenOf(link), name: email, password },
    '',
  );
  return { userId: accepted.body.user_id, session: toCookieHeader(accepted.response) };
};

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

    const acceptance = { token: tokenOf(link), name: 'Bob', password };
    const accepted = await call('POST', '/api/invitations/accept', acceptance, '');
    expect(accepted.status).toBe(201);
    const me = await call('GET', '/api/me', undefined, toCookieHeader(accepted.response));
    expect(me.body).toMatchObject({
      user: { email: 'bob@example.org', name: 'Bob' },
      organisation: { id: made.organisationId },
      role: 'viewer',
      operator: false,
      may_create_organisations: false,
    });
    expect((await call('POST', '/api/invitations/accept', acceptance, '')).status).toBe(403);
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
      expect((await call('POST', '/api/invitations/accept', body, '')).status).toBe(403);
    }
  });

  it('asks who has an account already for its password', async () => {
    await addPrincipal(gateway.database, { userId: 'dora', organisationId: 'elsewhere' });
    await gateway.dependencies.passwords.set('dora', password);
    const { link } = (await invite('dora@example.org')).body;
    const accept = (given: string) =>
      call(
        'POST',
        '/api/invitations/accept',
        { token: tokenOf(link), name: 'x', password: given },
        '',
      );
    expect((await accept('somebody-elses')).status).toBe(401);
    expect((await accept(password)).body).toMatchObject({ user_id: 'dora' });
  });

  it('makes one person of one address, however often and at once it is accepted', async () => {
    const { link } = (await invite('gleb@example.org')).body;
    const acceptance = { token: tokenOf(link), name: 'Gleb', password };
    const accepted = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/api/invitations/accept', acceptance, '')),
    );
    const statuses = accepted.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
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
    expect((await call('GET', '/api/me', undefined, session)).body).toMatchObject({
      role: 'viewer',
    });
    const patch = (id: string, role: string, as: string) =>
      call('PATCH', `/api/members/${id}`, { role }, as);
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
      await call<{ key: string }>('POST', '/api/keys', { name: 'k', scopes: ['search'] }, session)
    ).body;
    expect((await call('DELETE', `/api/members/${userId}`)).status).toBe(204);
    expect((await call('GET', '/api/me', undefined, session)).status).toBe(401);
    const byKey = await fetch(`${gateway.url}/api/me`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(byKey.status).toBe(401);
    expect((await call('DELETE', `/api/members/${userId}`)).status).toBe(404);
  });

  it('may leave by themselves and remove nobody else', async () => {
    const { userId, session } = await join('ida@example.org');
    const other = `/api/members/${made.userId}`;
    expect((await call('DELETE', other, undefined, session)).status).toBe(403);
    expect((await call('DELETE', `/api/members/${userId}`, undefined, session)).status).toBe(204);
  });

  it('keep one owner, also when two step down at once', async () => {
    const alone = await call('PATCH', `/api/members/${made.userId}`, { role: 'admin' });
    expect(alone.body).toMatchObject({ error: { code: 'last_owner' } });
    expect((await call('DELETE', `/api/members/${made.userId}`)).status).toBe(409);
    expect((await call('DELETE', '/api/me', { password: owner.password })).status).toBe(409);

    const second = await join('jan@example.org', 'owner');
    const both = await Promise.all([
      call('PATCH', `/api/members/${second.userId}`, { role: 'admin' }, second.session),
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
    expect((await call('POST', path(made.userId), undefined, admin)).status).toBe(403);
    expect((await call('POST', path('dora'), undefined, admin)).status).toBe(403);
    const made1 = await call<{ link: string }>('POST', path(userId), undefined, admin);
    expect(made1.body.link).toContain(`${publicUrl}/reset?token=`);
    const body = { token: tokenOf(made1.body.link), password: 'another-password' };
    expect((await call('POST', '/api/password-resets', body, '')).status).toBe(204);
    expect((await call('POST', '/api/password-resets', body, '')).status).toBe(403);
    expect((await call('GET', '/api/me', undefined, session)).status).toBe(401);
    const signedIn = await call(
      'POST',
      '/api/auth/sign-in/email',
      { email: 'kim@example.org', password: 'another-password' },
      '',
    );
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

describe('teams', () => {
  it('are made, filled and deleted by administrators, seen by members', async () => {
    const { userId, session } = await join('mia@example.org');
    const team = (await call<Team>('POST', '/api/teams', { name: 'Desk' })).body;
    expect((await call('POST', '/api/teams', { name: 'Desk' })).body).toMatchObject({
      error: { code: 'team_name_taken' },
    });
    const member = `/api/teams/${team.id}/members/${userId}`;
    expect((await call('PUT', member)).status).toBe(204);
    expect((await call('PUT', member)).status).toBe(204);
    expect((await call('PUT', `/api/teams/${team.id}/members/nobody`)).status).toBe(404);
    const seen = await call<{ teams: Team[] }>('GET', '/api/teams', undefined, session);
    expect(seen.body.teams).toEqual([{ ...team, members: [userId] }]);
    expect((await call('POST', '/api/teams', { name: 'Own' }, session)).status).toBe(403);
    expect((await call('DELETE', member)).status).toBe(204);
    expect((await call('DELETE', member)).status).toBe(404);
    expect((await call('DELETE', `/api/teams/${team.id}`)).status).toBe(204);
  });

  it('that are deleted at the same time take nobody in', async () => {
    const { body: team } = await call<Team>('POST', '/api/teams', { name: 'Short-lived' });
    const { pool } = gateway.database;
    const deleting = await pool.connect();
    await deleting.query('begin');
    await deleting.query('delete from auth.team where id = $1', [team.id]);
    const adding = call('PUT', `/api/teams/${team.id}/members/${made.userId}`);
    await eventually(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await deleting.query('commit');
    deleting.release();
    expect((await adding).status).toBe(404);
  });

  it('of another organisation do not exist', async () => {
    await addPrincipal(gateway.database, {
      userId: 'nils',
      organisationId: 'elsewhere',
      teamIds: ['their-team'],
    });
    const path = `/api/teams/their-team/members/${made.userId}`;
    expect((await call('PUT', path)).status).toBe(404);
    expect((await call('DELETE', '/api/teams/their-team')).status).toBe(404);
    const { teams } = (await call<{ teams: Team[] }>('GET', '/api/teams')).body;
    expect(teams.map(({ id }) => id)).not.toContain('their-team');
  });
});

describe('deleting', () => {
  it('an account needs its password and takes its keys with it', async () => {
    const { userId, session } = await join('otto@example.org');
    await call('POST', '/api/keys', { name: 'k', scopes: ['search'] }, session);
    expect((await call('DELETE', '/api/me', { password: 'wrong' }, session)).status).toBe(403);
    expect((await call('DELETE', '/api/me', { password }, session)).status).toBe(204);
    const { rows } = await gateway.database.pool.query(
      `select (select count(*)::int from auth."user" where id = $1) as people,
         (select count(*)::int from auth.apikey where "referenceId" = $1) as keys`,
      [userId],
    );
    expect(rows).toEqual([{ people: 0, keys: 0 }]);
    expect((await call('GET', '/api/me', undefined, session)).status).toBe(401);
  });

  it('an organisation needs an owner, who goes on in another one', async () => {
    const { userId, session } = await join('pia@example.org', 'admin');
    await addPrincipal(gateway.database, { userId, organisationId: 'second', role: 'owner' });
    const path = `/api/organisations/${made.organisationId}`;
    expect((await call('DELETE', path, { password }, session)).status).toBe(403);
    expect(
      (await call('DELETE', '/api/organisations/elsewhere', { password }, session)).status,
    ).toBe(404);
    const listed = await call<{ organisations: unknown[] }>(
      'GET',
      '/api/organisations',
      undefined,
      session,
    );
    expect(listed.body.organisations).toHaveLength(2);
    expect((await call('DELETE', '/api/organisations/second', { password }, session)).status).toBe(
      204,
    );
    expect((await call('GET', '/api/me', undefined, session)).status).toBe(200);
  });
});

describe('the audit log', () => {
  const read = async (query = '', session = cookie) =>
    (
      await call<{ events: AuditEvent[]; next_cursor: string | null }>(
        'GET',
        `/api/audit${query}`,
        undefined,
        session,
      )
    ).body;

  it('tells who did what, newest first, page by page, without secrets', async () => {
    const failed = { email: owner.email, password: 'difference-engine' };
    await call('POST', '/api/auth/sign-in/email', failed, '');
    const { key, id } = (
      await call<{ key: string; id: string }>('POST', '/api/keys', {
        name: 'k',
        scopes: ['search'],
      })
    ).body;
    const deleted = await call('DELETE', `/api/keys/${id}`);
    const first = await read('?limit=2');
    expect(first.events).toMatchObject([
      {
        action: 'key.deleted',
        details: { name: 'k' },
        target: id,
        actor_id: made.userId,
        request_id: deleted.response.headers.get('x-request-id'),
      },
      {
        action: 'key.created',
        target: id,
        details: { name: 'k', scopes: ['search'], expires_at: null },
      },
    ]);
    expect(first.events[0]?.address).toMatch(/127\.0\.0\.1|::1/);
    const second = await read(`?limit=1&cursor=${first.next_cursor}`);
    expect(second.events).toMatchObject([
      { action: 'sign_in.failed', target: owner.email, actor_id: null },
    ]);
    const all = await read('?limit=500');
    expect(new Set(all.events.map(({ action }) => action))).toEqual(
      new Set([
        'account.deleted',
        'invitation.created',
        'invitation.revoked',
        'key.created',
        'key.deleted',
        'member.joined',
        'member.removed',
        'member.role_changed',
        'organisation.created',
        'password.link_created',
        'password.reset',
        'sign_in',
        'sign_in.failed',
        'team.created',
        'team.deleted',
        'team.member_added',
        'team.member_removed',
      ]),
    );
    const text = JSON.stringify(all);
    for (const secret of [key, password, owner.password, failed.password]) {
      expect(text).not.toContain(secret);
    }
  });

  it('says what was changed', async () => {
    const { events } = await read('?limit=500');
    const detailsOf = (wanted: string) =>
      events.flatMap(({ action, details }) => (action === wanted ? [details] : []));
    expect(detailsOf('member.role_changed')).toContainEqual(
      expect.objectContaining({ from: expect.any(String), to: expect.any(String) }),
    );
    expect(detailsOf('member.removed')).toContainEqual({ role: expect.any(String), left: false });
    expect(detailsOf('invitation.revoked')).toContainEqual({
      email: expect.stringContaining('@'),
      role: expect.any(String),
    });
    expect(detailsOf('team.deleted')).toContainEqual({ name: expect.any(String) });
    const silent = events.filter(({ details }) => Object.keys(details).length === 0);
    const ofThemselves = ['organisation.created', 'password.reset', 'sign_in', 'sign_in.failed'];
    expect(silent.filter(({ action }) => !ofThemselves.includes(action))).toEqual([]);
  });

  it('notes who replaced grants, and what they were', async () => {
    const details = { from: { inherit: true, grants: [] }, to: { inherit: false, grants: [] } };
    gateway.rag.answer = (_request, response) => {
      const note = Buffer.from(JSON.stringify({ details })).toString('base64url');
      response.writeHead(200, { 'content-type': 'application/json', 'x-audit-details': note });
      response.end('{}');
    };
    const { response } = await call('PUT', '/api/collections/shelf/grants', { grants: [] });
    expect(response.headers.get('x-audit-details')).toBeNull();
    // The answer comes from rag; the event is written when it has gone out.
    let event: AuditEvent | undefined;
    while (event?.action !== 'grants.replaced') [event] = (await read('?limit=1')).events;
    expect(event).toMatchObject({ target: 'shelf', actor_id: made.userId, details });
  });

  it('is for administrators of the organisation', async () => {
    const { session } = await join('quin@example.org');
    expect((await call('GET', '/api/audit', undefined, session)).status).toBe(403);
    expect((await call('GET', '/api/audit?cursor=x')).status).toBe(400);
    const events = (await read('?limit=500')).events;
    expect(JSON.stringify(events)).not.toContain('organisation.deleted');
  });

  it('cannot be changed', async () => {
    const { pool } = gateway.database;
    await expect(pool.query(`update auth.audit_log set action = 'x'`)).rejects.toThrow('append');
    await expect(pool.query('delete from auth.audit_log')).rejects.toThrow('append only');
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
    expect((await call('GET', `/api/${list}?cursor=${foreign}`)).body).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'cursor' } },
    });
  });
});
