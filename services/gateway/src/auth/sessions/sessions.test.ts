import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '@lectern/testing';
import {
  addOwner,
  owner,
  publicUrl,
  signIn,
  startGateway,
  type TestGateway,
} from '../../../test/start-gateway.ts';
import { toAccountKey } from '../../rate-limits/delay-sign-in-attempts.ts';

let gateway: TestGateway;
let cookie: string;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000' });
  await addOwner(gateway);
  cookie = await signIn(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

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
    const started = performance.now();
    await sharedBuckets.lease('sign_ins 127.0.0.1', 60, 60);
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

  it.each([
    ['POST', '/api/auth/sso/callback/any'],
    ['GET', '/api/auth/sso/callback/any'],
    ['GET', '/api/auth/callback/oidc'],
  ])('is limited by address at the return from a provider: %s %s', async (method, path) => {
    await using strict = await startGateway({ SIGN_INS_PER_MINUTE: '5' });
    const ask = async () => {
      const response = await fetch(strict.url + path, { method, redirect: 'manual' });
      return response.status;
    };
    expect(await ask()).not.toBe(429);
    await strict.dependencies.sharedBuckets.lease('sign_ins 127.0.0.1', 5, 5);
    expect(await ask()).toBe(429);
  });

  it('is slowed down for an account that many try, by its name in any form, and never refused', async () => {
    await using slow = await startGateway({ SIGN_INS_PER_MINUTE: '120' });
    await addOwner(slow);
    const { sharedBuckets } = slow.dependencies;
    const key = `account_tries ${toAccountKey(owner.email)}`;
    const signInAs = async (email: string, form = false) => {
      const started = performance.now();
      await sharedBuckets.lease(key, 60, 60);
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

  it('is the only one left after a change of the password, whatever the request says', async () => {
    await using own = await startGateway();
    const { userId } = await addOwner(own);
    const [session] = [await signIn(own), await signIn(own), await signIn(own)];
    const changed = await fetch(`${own.url}/api/auth/change-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, cookie: session ?? '' },
      body: JSON.stringify({
        currentPassword: owner.password,
        newPassword: 'another-password',
        revokeOtherSessions: false,
      }),
    });
    expect(changed.status).toBe(200);
    const { rows } = await own.database.pool.query('select from auth.session where "userId" = $1', [
      userId,
    ]);
    expect(rows).toHaveLength(1);
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

  it('limits the tries of one address over all gateways, with a slash at its end too', async () => {
    await using strict = await startGateway({ SIGN_INS_PER_MINUTE: '2' });
    const tries = [];
    await using replica = await strict.startReplica();
    const path = '/api/auth/sign-in/email';
    for (const address of [strict.url + path, replica.url + path, `${replica.url}${path}/`]) {
      tries.push(
        await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(owner),
        }),
      );
    }
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(Number(tries[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['/api/auth/sign-in/email', 401],
    ['/api/invitations/accept', 400],
  ])('counts no try at %s whose body does not come or is too large', async (path, tried) => {
    await using strict = await startGateway({ SIGN_INS_PER_MINUTE: '2' });
    const begin = (headers: string) =>
      sendRaw(
        strict.url,
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n{`,
        { limitMs: 5_000, untilAnswer: true },
      );
    for (let round = 0; round < 2; round += 1) {
      expect((await begin('Content-Length: 70\r\nExpect: 100-continue')).status).toBe(100);
      expect((await begin('Content-Length: 70000')).status).toBe(413);
    }
    const tries = [1, 2, 3].map(() =>
      fetch(strict.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(path.includes('auth') ? owner : { token: 1 }),
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([tried, tried, 429].toSorted());
  });
});

describe('behind a proxy', () => {
  it.each(['true', 'TRUE', '*', 'proxy.example.org', '0.0.0.0/0', '-1'])(
    'trusts a number of hops or addresses, and not everybody: %s',
    async (trust) => {
      await expect(startGateway({ TRUST_PROXY: trust })).rejects.toThrow(/TRUST_PROXY/);
    },
  );

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

it.each(['lct_nothing', 'sk-of-another-service'])(
  'a key that is good no more is told apart from none: %s',
  async (key) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${gateway.url}/api/me`, { headers });
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="lectern", error="invalid_token"',
    );
    expect(await response.json()).toMatchObject({
      error: { code: 'unauthorized', message: 'The API key is not valid.' },
    });
  },
);

describe('nobody', () => {
  it.each(['/api/documents', '/api/me', '/mcp'])('is told to identify at %s', async (path) => {
    const response = await fetch(gateway.url + path);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      path === '/mcp'
        ? `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", scope="mcp chat documents:write"`
        : 'Bearer realm="lectern"',
    );
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
  });
});
