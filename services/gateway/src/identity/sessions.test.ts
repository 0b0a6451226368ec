import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal, makeCode } from '@lectern/testing';

import {
  addOwner,
  owner,
  publicUrl,
  signIn,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../test/start-gateway.ts';
import { toAccountKey } from '../limits/slow-down.ts';

let gateway: TestGateway;
let cookie: string;
let made: Awaited<ReturnType<typeof addOwner>>;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000' });
  made = await addOwner(gateway);
  cookie = await signIn(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  gateway.database.pool.query<Row>(text, values);

const post = (path: string, headers: Record<string, string>, body: unknown = {}) =>
  fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('signing in', () => {
  it('gives a session in the first organisation with the scopes of the role', async () => {
    const response = await fetch(`${gateway.url}/api/me`, { headers: { cookie } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      user: { email: owner.email, name: owner.name },
      organisation: { name: 'My organisation' },
      role: 'owner',
      scopes: ['search', 'documents:read', 'documents:write', 'chat', 'mcp', 'files', 'admin'],
    });
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const response = await post('/api/auth/sign-in/email', { origin: publicUrl }, owner);
    expect(response.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax/i);
  });

  it('refuses a wrong password', async () => {
    const wrong = { email: owner.email, password: 'difference-engine' };
    const response = await post('/api/auth/sign-in/email', { origin: publicUrl }, wrong);
    expect(response.status).toBe(401);
  });

  it('offers no sign-up', async () => {
    const eve = { email: 'eve@example.org', password: 'let-me-in-please', name: 'Eve' };
    const response = await post('/api/auth/sign-up/email', { origin: publicUrl }, eve);
    expect(response.status).toBe(404);
    const { rowCount } = await gateway.database.pool.query('select 1 from auth."user"');
    expect(rowCount).toBe(1);
  });

  it('waits a little past the limit of an address, and is refused where more wait', async () => {
    await using strict = await startGateway({ SIGN_INS_PER_MINUTE: '60' });
    const { sharedBuckets } = strict.dependencies;
    await sharedBuckets.lease('sign_ins 127.0.0.1', 60, 60);
    const started = performance.now();
    const tries = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (name) => {
        const { status } = await fetch(`${strict.url}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `${name}@example.org`, password: owner.password }),
        });
        return { status, ms: performance.now() - started };
      }),
    );
    const waited = tries.filter(({ status }) => status === 401);
    expect(waited.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...waited.map(({ ms }) => ms))).toBeGreaterThan(900);
    expect(tries.some(({ status }) => status === 429)).toBe(true);
  });

  it('is slowed down for an account that many try, by its name in any form, and never refused', async () => {
    await using slow = await startGateway({ SIGN_INS_PER_MINUTE: '120' });
    await addOwner(slow);
    const { sharedBuckets } = slow.dependencies;
    const key = `account_tries ${toAccountKey(owner.email)}`;
    const signInAs = async (email: string, form = false) => {
      await sharedBuckets.lease(key, 60, 60);
      const started = performance.now();
      const fields = { email, password: owner.password };
      const { status } = await fetch(`${slow.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        body: form ? new URLSearchParams(fields) : JSON.stringify(fields),
      });
      return { status, isSlow: performance.now() - started > 900 };
    };
    expect(await signInAs(` ${owner.email.toUpperCase()}`)).toMatchObject({ isSlow: true });
    expect(await signInAs(owner.email, true)).toMatchObject({ isSlow: true });
    expect(await signInAs(owner.email)).toEqual({ status: 200, isSlow: true });
    const { rows } = await slow.database.pool.query(
      `select key from auth.rate_limits where key like 'account_tries %'`,
    );
    expect(rows).toEqual([{ key }]);
  });

  it('limits guessing the password of a session, and writes each guess down', async () => {
    await using strict = await startGateway({ SIGN_INS_PER_MINUTE: '10' });
    const { userId } = await addOwner(strict);
    const session = await signIn(strict);
    const guess = async () => {
      const response = await fetch(`${strict.url}/api/auth/change-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl, cookie: session },
        body: JSON.stringify({ currentPassword: 'a-wrong-guess', newPassword: 'another-password' }),
      });
      return response.status;
    };
    expect([await guess(), await guess()]).toEqual([400, 400]);
    await strict.dependencies.sharedBuckets.lease(`account_tries change ${userId}`, 5, 5);
    expect(await guess()).toBe(429);
    const { rows } = await strict.database.pool.query(
      `select count(*)::int as guesses from auth.audit_log
       where action = 'password.change_failed' and target = $1`,
      [userId],
    );
    expect(rows).toEqual([{ guesses: 2 }]);
  });

  it('limits the tries of one address over all gateways', async () => {
    await using strict = await startGateway({ SIGN_INS_PER_MINUTE: '2' });
    const tries = [];
    await using replica = await strict.startReplica();
    for (const { url } of [strict, replica, replica]) {
      tries.push(
        await fetch(`${url}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(owner),
        }),
      );
    }
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(Number(tries[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('behind a proxy', () => {
  it('trusts a number of hops or addresses, and not everybody', async () => {
    await expect(startGateway({ TRUST_PROXY: 'true' })).rejects.toThrow(/TRUST_PROXY/);
  });

  it.each([
    ['1', [401, 401]],
    ['false', [401, 429]],
  ])('tells callers apart by the address that a trusted one names: %s', async (trust, expected) => {
    await using behind = await startGateway({ SIGN_INS_PER_MINUTE: '1', TRUST_PROXY: trust });
    const statuses = [];
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const response = await fetch(`${behind.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(owner),
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual(expected);
  });
});

describe('a session', () => {
  it('may read and write from our own pages', async () => {
    const sameOrigin = { cookie, origin: publicUrl, 'sec-fetch-site': 'same-origin' };
    expect((await post('/api/search', sameOrigin)).status).toBe(200);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { origin: publicUrl, 'sec-fetch-site': 'same-site' }],
    ['nobody knows where', {}],
  ])('is refused for writing from %s', async (_, headers) => {
    const before = gateway.rag.seen.length;
    const response = await post('/api/search', { cookie, ...headers });
    expect(response.status).toBe(403);
    expect(gateway.rag.seen).toHaveLength(before);
  });

  it('is refused at the sign-in routes from another origin too', async () => {
    const response = await post('/api/auth/sign-out', { cookie, origin: 'https://evil.example' });
    expect(response.status).toBe(403);
  });

  it('ends when the person is disabled', async () => {
    const { pool } = gateway.database;
    await pool.query('update auth."user" set banned = true');
    const refused = await fetch(`${gateway.url}/api/me`, { headers: { cookie } });
    await pool.query('update auth."user" set banned = false');
    const allowed = await fetch(`${gateway.url}/api/me`, { headers: { cookie } });
    expect([refused.status, allowed.status]).toEqual([401, 200]);
  });

  it('ends with signing out', async () => {
    const other = await signIn(gateway);
    await post('/api/auth/sign-out', { cookie: other, origin: publicUrl });
    const response = await fetch(`${gateway.url}/api/me`, { headers: { cookie: other } });
    expect(response.status).toBe(401);
  });
});

it('a key that is good no more is told apart from none', async () => {
  const headers = { authorization: 'Bearer lct_nothing' };
  const response = await fetch(`${gateway.url}/api/me`, { headers });
  expect(response.headers.get('www-authenticate')).toBe(
    'Bearer realm="lectern", error="invalid_token"',
  );
});

describe('nobody', () => {
  it.each(['/api/documents', '/api/me', '/mcp'])('is told to identify at %s', async (path) => {
    const response = await fetch(gateway.url + path);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      path === '/mcp'
        ? `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", scope="mcp"`
        : 'Bearer realm="lectern"',
    );
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
  });
});

describe('a second factor', () => {
  const email = 'grace@example.org';
  const password = 'nanoseconds-of-wire';
  let session: string;
  let secret: string;
  let recoveryCodes: string[];

  beforeAll(async () => {
    const { organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'grace', organisationId });
    await gateway.dependencies.passwords.set('grace', password);
  });

  const send = (path: string, body: unknown, jar = session) =>
    post(`/api/auth${path}`, { origin: publicUrl, cookie: jar }, body);
  const enter = async () => {
    const response = await send('/sign-in/email', { email, password }, '');
    return { body: await response.json(), jar: toCookieHeader(response) };
  };
  const isSignedIn = async (jar: string) =>
    (await fetch(`${gateway.url}/api/me`, { headers: { cookie: jar } })).status === 200;
  const codeNow = () => makeCode(secret);
  const nextCode = () => makeCode(secret, 1);
  const listActions = async () => {
    const { rows } = await sql<{ action: string }>(
      `select action from auth.audit_log where coalesce(target, actor_id) = 'grace' order by id`,
    );
    return rows.map(({ action }) => action);
  };

  it('is turned on with the password and a first code, and leaves the session where it is', async () => {
    session = (await enter()).jar;
    const organisationId = 'elsewhere-grace';
    await addPrincipal(gateway.database, { userId: 'grace', organisationId });
    await send('/organization/set-active', { organizationId: organisationId });
    expect((await send('/two-factor/enable', { password: 'wrong-password' })).status).toBe(400);
    const enabled = await send('/two-factor/enable', { password });
    const { totpURI, backupCodes } = (await enabled.json()) as {
      totpURI: string;
      backupCodes: string[];
    };
    recoveryCodes = backupCodes;
    expect(recoveryCodes).toHaveLength(10);
    secret = new URL(totpURI).searchParams.get('secret') ?? '';
    expect((await send('/two-factor/verify-totp', { code: '000000' })).status).toBe(401);
    // Not on yet: the password alone signs in.
    expect(await isSignedIn((await enter()).jar)).toBe(true);
    const verified = await send('/two-factor/verify-totp', { code: codeNow() });
    expect(verified.status).toBe(200);
    session = toCookieHeader(verified);
    const me = await fetch(`${gateway.url}/api/me`, { headers: { cookie: session } });
    expect(await me.json()).toMatchObject({ organisation: { id: organisationId } });
    const stored = await sql('select * from auth."twoFactor"');
    expect(JSON.stringify(stored.rows)).not.toContain(recoveryCodes[0]);
    expect((await send('/two-factor/verify-totp', { code: codeNow() })).status).toBe(400);
  });

  it('is due after the password, which alone opens nothing', async () => {
    const { body, jar } = await enter();
    // The first code turned it on, and no code works twice.
    const taken = await send('/two-factor/verify-totp', { code: codeNow() }, jar);
    expect(await taken.json()).toMatchObject({ code: 'CODE_WAS_TAKEN' });
    expect(body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect(await isSignedIn(jar)).toBe(false);
    expect((await sql(`select 1 from auth.session where "userId" = 'grace'`)).rowCount).toBe(2);
    const answer = await send(
      '/two-factor/verify-totp',
      { code: nextCode(), trustDevice: true },
      jar,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).not.toContain('trust_device');
    expect(await isSignedIn(toCookieHeader(answer))).toBe(true);
    const again = await send('/two-factor/verify-totp', { code: nextCode() }, (await enter()).jar);
    expect(again.status).toBe(401);
  });

  it('is begun anew after a password was set', async () => {
    const { jar } = await enter();
    await gateway.dependencies.passwords.set('grace', password);
    const late = await send('/two-factor/verify-backup-code', { code: recoveryCodes[2] }, jar);
    expect(await late.json()).toMatchObject({ code: 'INVALID_TWO_FACTOR_COOKIE' });
    const { jar: fresh } = await enter();
    const code = recoveryCodes[3];
    session = toCookieHeader(await send('/two-factor/verify-backup-code', { code }, fresh));
  });

  it('gives up after five wrong codes, and each is written down', async () => {
    const { jar } = await enter();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await send('/two-factor/verify-totp', { code: '000000' }, jar)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 400]);
    expect((await send('/two-factor/verify-totp', { code: codeNow() }, jar)).status).toBe(401);
    const failed = (await listActions()).filter((one) => one === 'sign_in.second_factor_failed');
    expect(failed).toHaveLength(6);
  });

  it('takes each recovery code once in place of the app', async () => {
    const [code] = recoveryCodes;
    const first = await send('/two-factor/verify-backup-code', { code }, (await enter()).jar);
    expect(await isSignedIn(toCookieHeader(first))).toBe(true);
    const again = await send('/two-factor/verify-backup-code', { code }, (await enter()).jar);
    expect(again.status).toBe(401);
    expect((await send('/two-factor/verify-backup-code', { code: recoveryCodes[1] })).status).toBe(
      400,
    );
  });

  it('is due also for who joins another organisation by an invitation', async () => {
    const { invitations } = gateway.dependencies;
    const { userId: invitedBy, organisationId } = made;
    await sql(`delete from auth.member where "userId" = 'grace' and "organizationId" = $1`, [
      organisationId,
    ]);
    const { token } = await invitations.add({ organisationId, email, role: 'member', invitedBy });
    const body = { token, name: 'Grace', password };
    const joined = await post('/api/invitations/accept', { origin: publicUrl }, body);
    expect(joined.status).toBe(201);
    expect(joined.headers.getSetCookie()).toEqual([]);
  });

  it('is turned off with the password', async () => {
    expect((await send('/two-factor/disable', { password: 'wrong-password' })).status).toBe(400);
    const answer = await send('/two-factor/disable', { password });
    expect(answer.status).toBe(200);
    expect(await isSignedIn((await enter()).jar)).toBe(true);
    const actions = await listActions();
    expect(actions.filter((action) => action.startsWith('second_factor'))).toEqual([
      'second_factor.change_failed',
      'second_factor.change_failed',
      'second_factor.enabled',
      'second_factor.change_failed',
      'second_factor.disabled',
    ]);
    expect(actions).toContain('sign_in.second_factor_due');
    expect(actions).toContain('sign_in.recovery_code_used');
  });
});
