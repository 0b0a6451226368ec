import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditList, Team } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { password, setUpOrganisation, tokenOf } from '../../test/open-organisation.ts';
import { owner, publicUrl } from '../../test/start-gateway.ts';

const { gateway, made, cookie, call, callAs, invite, join } = await setUpOrganisation();

beforeAll(changePeopleAndTeams);

let fayId = '';

/** Performs the changes that the log records in addition to sign-ins and keys. */
async function changePeopleAndTeams() {
  const revoked = (await invite('carl@example.org')).body;
  await call('DELETE', `/api/invitations/${revoked.id}`);
  const { userId } = await join('fay@example.org');
  fayId = userId;
  await call('PATCH', `/api/members/${userId}`, { role: 'viewer' });
  const reset = await call<{ link: string }>('POST', `/api/members/${userId}/password-link`);
  const token = tokenOf(reset.body.link);
  await callAs('')('POST', '/api/password-resets', { token, password: 'another-password' });
  const team = (await call<Team>('POST', '/api/teams', { name: 'Desk' })).body;
  await call('PUT', `/api/teams/${team.id}/members/${userId}`);
  await call('DELETE', `/api/teams/${team.id}/members/${userId}`);
  await call('DELETE', `/api/teams/${team.id}`);
  await call('DELETE', `/api/members/${userId}`);
  const { session } = await join('otto@example.org');
  await callAs(session)('PATCH', '/api/me', { name: 'Otto Neu' });
  await callAs(session)('DELETE', '/api/me', { password });
}

describe('the audit log', () => {
  const read = async (query = '', session = cookie) =>
    (await callAs(session)<AuditList>('GET', `/api/audit${query}`)).body;

  it('tells who did what, newest first, page by page, without secrets', async () => {
    const failed = { email: owner.email, password: 'difference-engine' };
    await callAs('')('POST', '/api/auth/sign-in/email', failed);
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
        'account.renamed',
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

  it('finds what one person did, and one action, among all there is', async () => {
    const all = (await read('?limit=500')).events;
    const joined = await read('?limit=500&action=member.joined');
    expect(joined.events).toEqual(all.filter(({ action }) => action === 'member.joined'));
    expect(joined.events.length).toBeGreaterThan(1);
    const byFay = await read(`?limit=500&actor_id=${fayId}`);
    expect(byFay.events).toEqual(all.filter(({ actor_id }) => actor_id === fayId));
    const one = await read(`?limit=1&action=member.joined&actor_id=${fayId}`);
    expect(one).toMatchObject({ events: [{ target: fayId }], next_cursor: null });
    expect((await read('?action=nothing.such')).events).toEqual([]);
  });

  it('names who left, and no account that is deleted', async () => {
    const { events, names } = await read('?limit=500');
    expect(names[fayId]).toBe('fay@example.org');
    expect(names[made.userId]).toBe(owner.name);
    const added = events.find(({ action }) => action === 'team.member_added');
    expect(names[String(added?.details.user_id)]).toBe('fay@example.org');
    const deleted = events.find(({ action }) => action === 'account.deleted');
    expect(deleted?.target).toEqual(expect.any(String));
    expect(names[String(deleted?.target)]).toBeUndefined();
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
    const [event] = (await read('?limit=1')).events;
    expect(event).toMatchObject({
      ...{ action: 'grants.replaced', target: 'shelf' },
      ...{ actor_id: made.userId, details },
    });
  });

  it('notes who read the grants of a collection and the provisioning tokens', async () => {
    gateway.rag.answer = (_request, response) => response.end('{}');
    await call('GET', '/api/collections/shelf/grants');
    await call('GET', '/api/scim-tokens');
    expect((await read('?limit=2')).events).toMatchObject([
      { action: 'scim.tokens_read', actor_id: made.userId },
      { action: 'grants.read', target: 'shelf', actor_id: made.userId },
    ]);
  });

  it.each([
    ['collection.changed', '/api/collections/wandering', { parent_id: null }],
    ['document.changed', '/api/documents/wandering', { title: 'Report' }],
  ])('notes a change that may move what others read as %s', async (action, path, change) => {
    gateway.rag.answer = (request, response) => {
      const json = { 'content-type': 'application/json' };
      request.resume().once('end', () => response.writeHead(200, json).end('{}'));
    };
    expect((await call('PATCH', path, change)).response.status).toBe(200);
    const [event] = (await read('?limit=1')).events;
    expect(event).toMatchObject({ action, target: 'wandering', actor_id: made.userId });
  });

  it.each([
    ['too-late', 504, () => undefined],
    ['broken-off', 503, (response: ServerResponse) => response.destroy()],
    ['failed', 500, (response: ServerResponse) => response.writeHead(500).end('{}')],
  ] as const)('says that the outcome is unknown of what was %s', async (how, status, end) => {
    gateway.rag.answer = (request, response) => {
      request.resume().once('end', () => end(response));
    };
    const response = await fetch(`${gateway.url}/api/collections/${how}/rechunk`, {
      method: 'POST',
      headers: {
        ...{ cookie, origin: publicUrl },
        ...{
          'content-type': 'application/json',
          'x-deadline-ms': how === 'too-late' ? '1' : '9000',
        },
      },
      body: '{}',
    });
    expect(response.status).toBe(status);
    expect((await read('?limit=1')).events).toMatchObject([
      { target: how, actor_id: made.userId, details: { outcome: 'unknown', status } },
    ]);
  });

  it('has one line of what was done though its answer broke off', async () => {
    gateway.rag.answer = (request, response) => {
      request.resume().once('end', () => {
        response.writeHead(202, { 'content-length': '10' });
        response.write('{', () => response.destroy());
      });
    };
    const { response } = await call('POST', '/api/collections/cut/rechunk', {});
    expect(response.status).toBe(503);
    const { events } = await read('?limit=500');
    const lines = events.filter(({ target }) => target === 'cut');
    expect(lines.map(({ details }) => details)).toEqual([{}]);
  });

  it('notes nothing of what was refused', async () => {
    gateway.rag.answer = (request, response) => {
      request.resume().once('end', () => response.writeHead(409).end('{}'));
    };
    const { response } = await call('POST', '/api/collections/refused/rechunk', {});
    expect(response.status).toBe(409);
    const { events } = await read('?limit=500');
    expect(events.map(({ target }) => target)).not.toContain('refused');
  });

  it.each([
    ['with', { 'idempotency-key': 'left-alone' }, '{}'],
    ['without', {}, '{}'],
    ['with a large body and without', {}, `{}${' '.repeat(100_000)}`],
  ])(
    'notes what was done for a caller who left, %s an Idempotency-Key',
    async (how, headers, body) => {
      const asked = Promise.withResolvers<ServerResponse>();
      gateway.rag.answer = (request, response) => {
        request.resume().once('end', () => asked.resolve(response));
      };
      const leaving = new AbortController();
      const target = `left-${how.replaceAll(' ', '-')}`;
      const left = fetch(`${gateway.url}/api/collections/${target}/rechunk`, {
        method: 'POST',
        headers: { ...headers, cookie, origin: publicUrl, 'content-type': 'application/json' },
        body,
        signal: leaving.signal,
      });
      const answer = await asked.promise;
      leaving.abort();
      await expect(left).rejects.toThrow();
      // The event is written before the next request is answered.
      await read('?limit=1');
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      await eventually(async () => {
        const [event] = (await read('?limit=1')).events;
        return event?.action === 'collection.rechunked' && event.target === target;
      });
    },
  );

  it('has an index for each of its filters', async () => {
    const { pool } = gateway.database;
    const { rows } = await pool.query<{ columns: string }>(
      `select pg_get_indexdef(indexrelid) as columns from pg_index
       where indrelid = 'auth.audit_log'::regclass`,
    );
    const definitions = rows.map(({ columns }) => columns.slice(columns.lastIndexOf('(')));
    expect(definitions).toEqual(
      expect.arrayContaining([
        '(organisation_id, id DESC)',
        '(organisation_id, action, id DESC)',
        '(organisation_id, actor_id, id DESC)',
      ]),
    );
  });

  it('is for administrators of the organisation', async () => {
    const { session } = await join('quin@example.org');
    expect((await callAs(session)('GET', '/api/audit')).status).toBe(403);
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
