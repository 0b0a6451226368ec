import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addPrincipal, describeIssuer, eventually, listenOnFreePort } from '@lectern/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { answerMcp, createProvider, openVisitor } from '../../../test/mcp-client.ts';
import { openOrganisation, password } from '../../../test/open-organisation.ts';
import { owner, publicUrl, signIn, toCookieHeader } from '../../../test/start-gateway.ts';
import { endOutdatedSessions } from '../sessions/session-policy.ts';
import { createOidcClient } from './oidc-client.ts';

type Claims = Record<string, unknown>;

/** Starts an OpenID provider that answers with the given claims. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const answers = { claims: {} as Claims, info: undefined as Claims | undefined };
  const server = await listenOnFreePort(async (request, response) => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: server.url, aud: 'lectern', exp: now + 60, ...answers.claims };
    const replies: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => describeIssuer(server.url),
      '/jwks': async () => ({
        keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }],
      }),
      '/token': async () => ({
        access_token: 'outside',
        token_type: 'Bearer',
        id_token: await new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES256', kid: 'k' })
          .setIssuedAt()
          .sign(privateKey),
      }),
      '/userinfo': () => answers.info,
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify((await replies[request.url ?? '']?.()) ?? {}));
  });
  return Object.assign(server, { answers });
}

const issuer = await startIssuer();
const records: Record<string, string[][]> = {};
const organisation = await openOrganisation(
  { OAUTH_CLIENT_PRIVATE_HOSTS: '127.0.0.1', OAUTH_DYNAMIC_REGISTRATION: 'true' },
  { resolveTxt: async (name) => records[name] ?? [] },
);
const { gateway, made, call, callAs, join } = organisation;
gateway.mcp.answer = answerMcp;
afterAll(async () => {
  await organisation[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const settings = (changes: object = {}) => ({
  oidc: { issuer: issuer.url, client_id: 'lectern', client_secret: 'known-to-both' },
  enforced: false,
  max_session_hours: null,
  idle_minutes: null,
  ...changes,
});
const save = (changes?: object) => call('PUT', '/api/sign-in-settings', settings(changes));

let mia: { readonly userId: string; readonly session: string };

beforeAll(async () => {
  mia = await join('mia@corp.example');
});
beforeEach(async () => {
  await gateway.database.pool.query(`delete from auth.account where "providerId" like 'sso:%'`);
  issuer.answers.claims = { sub: 'mia', email: 'mia@corp.example', email_verified: true };
  issuer.answers.info = undefined;
});

const start = (email: string) =>
  fetch(`${gateway.url}/sign-in/sso?email=${encodeURIComponent(email)}`, { redirect: 'manual' });

const callback = (to = made.organisationId) => `/api/auth/sso/callback/${to}`;

/** Signs in at the provider; returns where the browser ends and whose session it has. */
async function goThrough(email = 'mia@corp.example', claims: Claims = {}) {
  const started = await start(email);
  const asked = new URL(started.headers.get('location') ?? '', publicUrl);
  const state = asked.searchParams.get('state');
  const nonce = asked.searchParams.get('nonce');
  issuer.answers.claims = { ...issuer.answers.claims, nonce, ...claims };
  const back = await fetch(`${gateway.url}${callback()}?code=c&state=${state}`, {
    headers: { cookie: toCookieHeader(started) },
    redirect: 'manual',
  });
  const cookie = toCookieHeader(back);
  const me = await callAs(cookie)<{ user?: { id: string } }>('GET', '/api/me');
  return { asked, location: back.headers.get('location'), cookie, userId: me.body.user?.id };
}

describe('sign-in settings', () => {
  it('are for owners, and never show the secret', async () => {
    const saved = await save();
    expect(saved.body).toMatchObject({
      oidc: { issuer: issuer.url, client_id: 'lectern' },
      redirect_uri: `${publicUrl}/api/auth/sso/callback/${made.organisationId}`,
    });
    expect(JSON.stringify(saved.body)).not.toContain('known-to-both');
    const { rows } = await gateway.database.pool.query('select * from auth.sign_in_settings');
    expect(JSON.stringify(rows)).not.toContain('known-to-both');
    const { session } = await join('admin@else.example', 'admin');
    expect((await callAs(session)('GET', '/api/sign-in-settings')).status).toBe(403);
    expect((await callAs(session)('PUT', '/api/sign-in-settings', settings())).status).toBe(403);
  });

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254',
    'https://localhost',
    'http://127.0.0.1:9',
  ])('refuse the issuer %s', async (address) => {
    const oidc = { ...settings().oidc, issuer: address };
    expect((await save({ oidc })).body).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'oidc.issuer' } },
    });
  });

  it('keep the secret of the same issuer, and ask for that of another one', async () => {
    const { client_secret: _, ...oidc } = settings().oidc;
    expect((await save({ oidc })).status).toBe(200);
    await save({ oidc: null });
    expect((await save({ oidc })).body).toMatchObject({
      error: { details: { field: 'oidc.client_secret' } },
    });
    expect((await save()).status).toBe(200);
  });
});

it('an identity provider that never ends its answer is left at a deadline', async () => {
  await using endless = await listenOnFreePort((_, response) => {
    response.write('{');
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  });
  const client = createOidcClient({ fetch, privateHosts: ['127.0.0.1'], deadlineMs: 200 });
  await expect(client.discover(endless.url)).rejects.toMatchObject({ name: 'TimeoutError' });
});

describe('email domains', () => {
  it('are verified by a TXT record, by one organisation each', async () => {
    const { body: claimed, status } = await call<{ record_name: string; record_value: string }>(
      'POST',
      '/api/sign-in-domains',
      { domain: 'Corp.example' },
    );
    expect(status).toBe(201);
    expect((await save({ enforced: true })).body).toMatchObject({
      error: { details: { field: 'enforced' } },
    });
    const verify = () => call('POST', '/api/sign-in-domains/corp.example/verify');
    expect((await verify()).status).toBe(400);
    expect((await start('mia@corp.example')).headers.get('location')).toBe('/#sign-in-refused');
    records[claimed.record_name] = [['unrelated'], [claimed.record_value]];
    expect((await verify()).body).toMatchObject({ domain: 'corp.example', verified: true });

    const { signInSettings } = gateway.dependencies;
    await addPrincipal(gateway.database, { userId: 'nils', organisationId: 'other' });
    await signInSettings.addDomain('other', 'corp.example');
    await expect(signInSettings.verifyDomain('other', 'corp.example')).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('are set without a record by an administrator of the installation', async () => {
    const body = { organisation_id: made.organisationId, domain: 'second.example' };
    expect((await call('POST', '/api/admin/sign-in-domains', body)).body).toMatchObject({
      verified: true,
    });
    const path = '/api/admin/sign-in-domains';
    expect((await callAs(mia.session)('POST', path, body)).status).toBe(403);
    expect((await call('DELETE', '/api/sign-in-domains/second.example')).status).toBe(204);
    expect((await call('DELETE', '/api/sign-in-domains/second.example')).status).toBe(404);
  });
});

describe("signing in at an organisation's provider", () => {
  it('finds the provider by the domain and the person by the verified address', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const { asked, location, userId } = await goThrough('MIA@Corp.example');
      expect(asked.origin).toBe(issuer.url);
      expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
      expect({ location, userId }).toEqual({ location: '/', userId: mia.userId });
    }
  });

  it('reads an address that only the user info has', async () => {
    issuer.answers.claims = { sub: 'mia' };
    issuer.answers.info = { sub: 'mia', email: 'mia@corp.example', email_verified: true };
    expect((await goThrough()).userId).toBe(mia.userId);
    await gateway.database.pool.query(`delete from auth.account where "providerId" like 'sso:%'`);
    issuer.answers.claims = { sub: 'mia' };
    issuer.answers.info = { sub: 'eve', email: 'mia@corp.example', email_verified: true };
    expect((await goThrough()).userId).toBeUndefined();
  });

  it.each<[string, Claims]>([
    ['an unverified address', { email_verified: false }],
    ['an address of which nothing is said', { email_verified: undefined }],
    ['an address called verified in words', { email_verified: 'true' }],
    ['a stranger of the domain', { email: 'eve@corp.example' }],
    ['an administrator of the installation', { email: owner.email }],
    ['a member of another domain', { email: 'admin@else.example' }],
    ['a token of another sign-in', { nonce: 'of-another' }],
    ['a token for another client', { aud: 'another' }],
    ['a token for another client and us', { aud: ['lectern', 'x'], azp: 'x' }],
    ['a token of another issuer', { iss: 'https://id.example.net' }],
    ['a token that has expired', { exp: 1 }],
  ])('refuses %s', async (_, claims) => {
    const { location, userId } = await goThrough('mia@corp.example', claims);
    expect({ location, userId }).toEqual({ location: '/#sign-in-refused', userId: undefined });
  });

  it('refuses another subject that brings the address of a bound account', async () => {
    expect((await goThrough()).userId).toBe(mia.userId);
    expect((await goThrough('mia@corp.example', { sub: 'eve' })).userId).toBeUndefined();
  });

  it('takes an answer once, in the browser that asked', async () => {
    const started = await start('mia@corp.example');
    const asked = new URL(started.headers.get('location') ?? '');
    issuer.answers.claims.nonce = asked.searchParams.get('nonce');
    const answer = async (cookie: string) => {
      const path = `${callback()}?code=c&state=${asked.searchParams.get('state')}`;
      const back = await fetch(gateway.url + path, { headers: { cookie }, redirect: 'manual' });
      return (await callAs(toCookieHeader(back))('GET', '/api/me')).status;
    };
    expect(await answer('')).toBe(401);
    expect(await answer(toCookieHeader(started))).toBe(200);
    expect(await answer(toCookieHeader(started))).toBe(401);
  });

  it('refuses the code of another provider, to which this one has passed the browser on', async () => {
    const started = await start('mia@corp.example');
    const asked = new URL(started.headers.get('location') ?? '');
    expect(asked.searchParams.get('redirect_uri')).toBe(publicUrl + callback());
    issuer.answers.claims.nonce = asked.searchParams.get('nonce');
    const path = `${callback('other')}?code=c&state=${asked.searchParams.get('state')}`;
    const back = await fetch(gateway.url + path, {
      headers: { cookie: toCookieHeader(started) },
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toBe('/#sign-in-refused');
    expect((await callAs(toCookieHeader(back))('GET', '/api/me')).status).toBe(401);
  });

  it('asks for the second factor of who has one', async () => {
    const { pool } = gateway.database;
    const set = (isOn: boolean) =>
      pool.query('update auth."user" set "twoFactorEnabled" = $1 where id = $2', [
        isOn,
        mia.userId,
      ]);
    await set(true);
    const { location, userId } = await goThrough();
    await set(false);
    expect({ location, userId }).toEqual({ location: '/#second-factor', userId: undefined });
  });

  it('refuses a disabled member', async () => {
    const { pool } = gateway.database;
    const set = (isOff: boolean) =>
      pool.query('update auth.member set disabled = $1 where "userId" = $2', [isOff, mia.userId]);
    await set(true);
    const { userId } = await goThrough();
    await set(false);
    expect(userId).toBeUndefined();
  });
});

describe('enforced single sign-on', () => {
  it('ends sessions and refuses other ways for members of the domain, not for owners', async () => {
    const boss = await join('boss@corp.example', 'owner');
    const guest = await join('guest@else.example');
    const eva = await join('eva@corp.example');
    const visitor = openVisitor(gateway);
    const client = await visitor.authorize(createProvider(), eva.session, 'mcp offline_access');
    const { body: key } = await callAs(eva.session)<{ key: string }>('POST', '/api/keys', {
      name: 'k',
      scopes: ['search'],
    });
    const { body: scim } = await callAs(boss.session)<{ token: string }>(
      'POST',
      '/api/scim-tokens',
      { name: 'Okta' },
    );
    const askWith = async (path: string, bearer: string | undefined, method = 'GET') => {
      const headers = { authorization: `Bearer ${bearer}` };
      const body = method === 'POST' ? '{}' : null;
      return (await fetch(gateway.url + path, { method, headers, body })).status;
    };
    expect(await askWith('/mcp', client.saved?.access_token, 'POST')).not.toBe(401);

    expect((await save({ enforced: true })).status).toBe(200);
    expect((await callAs(eva.session)('GET', '/api/me')).status).toBe(401);
    await eventually(
      async () => (await askWith('/mcp', client.saved?.access_token, 'POST')) === 401,
    );
    expect((await visitor.refresh(client)).status).toBe(400);
    expect(await askWith('/api/me', key.key)).toBe(200);
    expect(await askWith('/api/scim/v2/Users', scim.token)).toBe(200);
    for (const { session } of [boss, guest]) {
      expect((await callAs(session)('GET', '/api/me')).status).toBe(200);
    }
    const refused = await callAs('')('POST', '/api/auth/sign-in/email', {
      email: 'mia@corp.example',
      password,
    });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', details: { reason: 'sso_required' } } },
    });
    for (const email of ['boss@corp.example', 'guest@else.example']) {
      expect(await signIn(gateway, password, email)).not.toBe('');
    }
    expect((await goThrough()).userId).toBe(mia.userId);
    // An invited person joins, and then signs in at the provider.
    const { userId, session } = await join('new@corp.example');
    expect(userId).toBeTruthy();
    expect(session).toBe('');
    await save({ enforced: false });
    expect(await signIn(gateway, password, 'mia@corp.example')).not.toBe('');
  });
});

it('enforced single sign-on ends the sessions of a domain that is verified later', async () => {
  const late = await join('late@later.example');
  await save({ enforced: true });
  expect((await callAs(late.session)('GET', '/api/me')).status).toBe(200);
  await call('POST', '/api/admin/sign-in-domains', {
    organisation_id: made.organisationId,
    domain: 'later.example',
  });
  expect((await callAs(late.session)('GET', '/api/me')).status).toBe(401);
  await call('DELETE', '/api/sign-in-domains/later.example');
  await save({ enforced: false });
});

describe('the session policy of an organisation', () => {
  const { pool } = gateway.database;
  const age = (session: string, column: 'createdAt' | 'usedAt', minutes: number) =>
    pool.query(
      `update auth.session set "${column}" = now() - make_interval(mins => $1)
       where token = $2`,
      [minutes, decodeURIComponent(session.split('=')[1] ?? '').split('.')[0]],
    );
  const isOpen = async (session: string) =>
    (await callAs(session)('GET', '/api/me')).status === 200;

  it.each([
    ['older than its maximum age', 'createdAt'],
    ['that were not used for long', 'usedAt'],
  ] as const)('ends sessions %s, and no others', async (_, column) => {
    const { session } = await join(`${column.toLowerCase()}@else.example`);
    const other = await join(`other-${column.toLowerCase()}@else.example`);
    await age(session, column, 60);
    await age(other.session, column, 180);
    await save({ max_session_hours: null, idle_minutes: null });
    await endOutdatedSessions(gateway.dependencies.database);
    expect(
      (await pool.query('select 1 from auth.session where "userId" = $1', [other.userId])).rowCount,
    ).toBe(1);
    await save(column === 'createdAt' ? { max_session_hours: 2 } : { idle_minutes: 120 });
    await endOutdatedSessions(gateway.dependencies.database);
    expect(await isOpen(session)).toBe(true);
    expect(await isOpen(other.session)).toBe(false);
  });

  it('counts a request as use, but none that an open page sends by itself', async () => {
    const { session, userId } = await join('used@else.example');
    const isUsed = async () => {
      const { rows } = await pool.query(
        `select "usedAt" > now() - interval '30 minutes' as used from auth.session
         where "userId" = $1`,
        [userId],
      );
      return rows[0].used;
    };
    await age(session, 'usedAt', 60);
    expect((await callAs(session)('GET', '/api/approvals')).status).toBe(200);
    expect(await isUsed()).toBe(false);
    expect(await isOpen(session)).toBe(true);
    expect(await isUsed()).toBe(true);
  });
});
