import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addPrincipal,
  describeIssuer,
  type ListeningApp,
  listenOnFreePort,
} from '@lectern/testing';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { passProvider, startIdentityProvider } from '../../../test/identity-provider.ts';
import { createProvider, openVisitor, readLocation } from '../../../test/mcp-client.ts';
import {
  addOwner,
  owner,
  publicUrl,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../../test/start-gateway.ts';

interface FakeIssuer extends ListeningApp {
  /** Claims of the next ID token. */
  claims: Record<string, unknown>;
  /** ID token in the next token response. */
  tokens:
    | 'signed'
    | 'signed by another key'
    | 'signed by a key that it brings along'
    | 'signed with the secret of the client'
    | 'that nobody signed'
    | 'without an ID token';
}

let issuer: FakeIssuer;
let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;

const in60Seconds = () => Math.floor(Date.now() / 1_000) + 60;

async function startIssuer(): Promise<FakeIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const another = await generateKeyPair('ES256');
  const jwk = await exportJWK(another.publicKey);
  const signToken = () => {
    const claims = { iss: server.url, aud: 'lectern', exp: in60Seconds(), ...issuer.claims };
    if (issuer.tokens === 'that nobody signed') return new UnsecuredJWT(claims).encode();
    const token = new SignJWT(claims).setIssuedAt();
    switch (issuer.tokens) {
      case 'signed with the secret of the client':
        return token
          .setProtectedHeader({ alg: 'HS256', kid: 'k' })
          .sign(new TextEncoder().encode('known-to-both'));
      case 'signed by a key that it brings along':
        return token.setProtectedHeader({ alg: 'ES256', jwk }).sign(another.privateKey);
      default:
        return token
          .setProtectedHeader({ alg: 'ES256', kid: 'k' })
          .sign(issuer.tokens === 'signed' ? privateKey : another.privateKey);
    }
  };
  const server = await listenOnFreePort(async (request, response) => {
    const reply = async () => {
      switch (request.url) {
        case '/.well-known/openid-configuration':
          return describeIssuer(server.url);
        case '/jwks':
          return { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }] };
        case '/token':
          return {
            access_token: 'outside',
            token_type: 'Bearer',
            ...(issuer.tokens !== 'without an ID token' && { id_token: await signToken() }),
          };
        case '/userinfo':
          return issuer.claims;
        default:
          return {};
      }
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await reply()));
  });
  return Object.assign(server, { claims: {}, tokens: 'signed' as const });
}

beforeAll(async () => {
  issuer = await startIssuer();
  gateway = await startGateway({
    SIGN_INS_PER_MINUTE: '1000',
    OAUTH_DYNAMIC_REGISTRATION: 'true',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'lectern',
    OIDC_CLIENT_SECRET: 'known-to-both',
  });
  made = await addOwner(gateway);
});
beforeEach(async () => {
  await gateway.database.pool.query(`delete from auth.account where "providerId" = 'oidc'`);
  issuer.tokens = 'signed';
  issuer.claims = { sub: 'ada-outside', email: owner.email, email_verified: true, name: 'Ada' };
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const stranger = { sub: 'eve', email: owner.email, email_verified: true };
const unverifiedInWords = { sub: 'eve', email: owner.email, email_verified: 'false' };

/** Visits the provider and returns with a code; returns the redirect and the cookies. */
async function goThrough({ nonce, query = '' }: { nonce?: string; query?: string } = {}) {
  const started = await fetch(`${gateway.url}/sign-in/oidc${query}`, { redirect: 'manual' });
  const asked = new URL(started.headers.get('location') ?? '');
  expect(asked.origin + asked.pathname).toBe(`${issuer.url}/authorize`);
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
  expect(asked.searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/auth/callback/oidc`);
  issuer.claims.nonce = nonce ?? asked.searchParams.get('nonce');
  const state = asked.searchParams.get('state');
  const back = await fetch(`${gateway.url}/api/auth/callback/oidc?code=c&state=${state}`, {
    headers: { cookie: toCookieHeader(started) },
    redirect: 'manual',
  });
  const cookie = toCookieHeader(back);
  const me = await fetch(`${gateway.url}/api/me`, { headers: { cookie } });
  return { location: back.headers.get('location'), me, cookie };
}

async function expectRefused() {
  const { location, me } = await goThrough();
  expect(location).toContain('sign-in-refused');
  expect(me.status).toBe(401);
  return location;
}

describe('signing in by an OpenID Connect provider', () => {
  it('signs in who has an account of the verified address', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const { location, me } = await goThrough();
      expect(location).toBe('/');
      expect(await me.json()).toMatchObject({ user: { email: owner.email }, role: 'owner' });
    }
    const { rows } = await gateway.database.pool.query(
      `select "accessToken", "accountId" from auth.account where "providerId" = 'oidc'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].accessToken).not.toBe('outside');
    expect(rows[0].accountId).toBe(`${issuer.url} ada-outside`);
  });

  it.each([
    ['a stranger', { sub: 'eve', email: 'eve@example.org', email_verified: true }],
    ['an address that nobody verified', { sub: 'eve', email: owner.email, email_verified: false }],
    ['an address that is called unverified in words', unverifiedInWords],
    ['an address that is called verified in words', { ...stranger, email_verified: 'true' }],
    ['a token for another client', { ...stranger, aud: 'another' }],
    ['a token of another issuer', { ...stranger, iss: 'https://id.example.net' }],
    ['a token that has expired', { ...stranger, exp: in60Seconds() - 600 }],
    ['an address of which nothing is said', { sub: 'eve', email: owner.email }],
    ['an account without an address', { sub: 'eve', email_verified: true }],
    ['addresses in a list', { ...stranger, email: [owner.email] }],
    ['an account without a subject', { email: owner.email, email_verified: true }],
    ['a token that never expires', { ...stranger, exp: undefined }],
    ['a token for another client and us', { ...stranger, aud: ['lectern', 'x'], azp: 'x' }],
  ])('refuses %s', async (_, claims) => {
    issuer.claims = claims;
    await expectRefused();
    const people = await gateway.database.pool.query('select 1 from auth."user"');
    expect(people.rowCount).toBe(1);
  });

  it('asks for the second factor of who has one, and gives no session before', async () => {
    const { pool } = gateway.database;
    await pool.query('update auth."user" set "twoFactorEnabled" = true');
    const { location, me, cookie } = await goThrough();
    expect(location).toBe('/#second-factor');
    expect(me.status).toBe(401);
    expect(cookie).toContain('lectern.two_factor=');
    await pool.query('update auth."user" set "twoFactorEnabled" = false');
  });

  it.each([
    'signed by another key',
    'signed by a key that it brings along',
    'signed with the secret of the client',
    'that nobody signed',
    'without an ID token',
  ] as const)('refuses an answer %s', async (tokens) => {
    issuer.tokens = tokens;
    await expectRefused();
  });

  it('refuses another subject that brings the address of an account', async () => {
    await goThrough();
    issuer.claims = stranger;
    const location = await expectRefused();
    expect(location).toContain('error=address_of_another_subject');
    issuer.claims = { ...stranger, sub: 'ada-outside' };
    expect((await goThrough()).me.status).toBe(200);
  });

  it('knows who was bound before the issuer was kept', async () => {
    await goThrough();
    const { pool } = gateway.database;
    await pool.query(
      `update auth.account set "accountId" = 'ada-outside' where "providerId" = 'oidc'`,
    );
    await pool.query('drop index auth."account_oidc_userId_key"');
    await pool.query(
      await readFile(
        new URL('../../../migrations/0011-oidc-subjects.sql', import.meta.url),
        'utf8',
      ),
    );
    expect((await goThrough()).me.status).toBe(200);
  });

  it('knows who signed in before by the account there, whatever its address is now', async () => {
    await addPrincipal(gateway.database, { userId: 'bob', organisationId: made.organisationId });
    issuer.claims = { sub: 'bob-outside', email: 'bob@example.org', email_verified: true };
    await goThrough();
    for (const isVerified of [true, false]) {
      issuer.claims = { sub: 'bob-outside', email: owner.email, email_verified: isVerified };
      const { me } = await goThrough();
      expect(await me.json()).toMatchObject({ user: { email: 'bob@example.org' } });
    }
  });

  it('takes an answer once, and in the browser alone that asked', async () => {
    const started = await fetch(`${gateway.url}/sign-in/oidc`, { redirect: 'manual' });
    const asked = new URL(started.headers.get('location') ?? '');
    issuer.claims.nonce = asked.searchParams.get('nonce');
    const answer = async (cookie: string) => {
      const path = `/api/auth/callback/oidc?code=c&state=${asked.searchParams.get('state')}`;
      const back = await fetch(gateway.url + path, { headers: { cookie }, redirect: 'manual' });
      const headers = { cookie: toCookieHeader(back) };
      return (await fetch(`${gateway.url}/api/me`, { headers })).status;
    };
    const other = await fetch(`${gateway.url}/sign-in/oidc`, { redirect: 'manual' });
    expect(await answer('')).toBe(401);
    expect(await answer(toCookieHeader(other))).toBe(401);
    const often = await Promise.all(
      Array.from({ length: 8 }, () => answer(toCookieHeader(started))),
    );
    expect(often.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
    expect(await answer(toCookieHeader(started))).toBe(401);
  });

  it('goes on to the consent that an OAuth client asked for', async () => {
    const visitor = openVisitor(gateway);
    const begun = await visitor.beginAuthorization(createProvider());
    const page = await readLocation(await visitor.fetchPublic(begun));
    expect(page.pathname).toBe('/oauth/sign-in');
    const query = `?oauth_query=${encodeURIComponent(page.search.slice(1))}`;
    const { location, me, cookie } = await goThrough({ query });
    expect(me.status).toBe(200);
    const next = await visitor.fetchPublic(publicUrl + location, { headers: { cookie } });
    const consent = await readLocation(next);
    expect(consent.pathname).toBe('/oauth/consent');
    for (const name of ['client_id', 'redirect_uri', 'state', 'scope', 'code_challenge']) {
      expect(consent.searchParams.get(name)).toBe(page.searchParams.get(name));
    }
  });

  it('keeps what an OAuth client asked for while a second factor is due', async () => {
    const { pool } = gateway.database;
    await pool.query('update auth."user" set "twoFactorEnabled" = true');
    const begun = await openVisitor(gateway).beginAuthorization(createProvider());
    const page = await readLocation(await openVisitor(gateway).fetchPublic(begun));
    const query = `?oauth_query=${encodeURIComponent(page.search.slice(1))}`;
    const { location, me } = await goThrough({ query });
    await pool.query('update auth."user" set "twoFactorEnabled" = false');
    expect(me.status).toBe(401);
    const codePage = new URL(publicUrl + location);
    expect(codePage.hash).toBe('#second-factor');
    const next = new URL(codePage.searchParams.get('next') ?? '', publicUrl);
    expect(next.pathname).toBe('/api/auth/oauth2/authorize');
    for (const name of ['client_id', 'redirect_uri', 'state', 'scope', 'code_challenge']) {
      expect(next.searchParams.get(name)).toBe(page.searchParams.get(name));
    }
  });

  it('still asks for the consent that a client wants beside a new sign-in', async () => {
    const visitor = openVisitor(gateway);
    const begun = await visitor.beginAuthorization(createProvider());
    begun.searchParams.set('prompt', 'login consent');
    const page = await readLocation(await visitor.fetchPublic(begun));
    const query = `?oauth_query=${encodeURIComponent(page.search.slice(1))}`;
    const { location } = await goThrough({ query });
    expect(new URL(publicUrl + location).searchParams.get('prompt')).toBe('consent');
  });

  it('refuses who was disabled', async () => {
    const { pool } = gateway.database;
    await pool.query('update auth."user" set banned = true');
    try {
      expect((await goThrough()).me.status).toBe(401);
    } finally {
      await pool.query('update auth."user" set banned = false');
    }
  });

  it('refuses an ID token of another sign-in', async () => {
    const { me } = await goThrough({ nonce: 'of-another' });
    expect(me.status).toBe(401);
  });

  it('takes a real provider from discovery to the session', async () => {
    const client = {
      id: 'lectern',
      secret: 'known-to-both',
      redirectUri: `${publicUrl}/api/auth/callback/oidc`,
    };
    const person = { sub: 'ada-there', email: owner.email };
    await using provider = await startIdentityProvider(client, person);
    await using real = await startGateway({
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
    });
    await addOwner(real);
    for (let turn = 0; turn < 2; turn += 1) {
      const started = await fetch(`${real.url}/sign-in/oidc`, { redirect: 'manual' });
      const back = await passProvider(provider, started.headers.get('location') ?? '');
      expect(back.origin + back.pathname).toBe(client.redirectUri);
      const answer = await fetch(real.url + back.pathname + back.search, {
        headers: { cookie: toCookieHeader(started) },
        redirect: 'manual',
      });
      expect(answer.headers.get('location')).toBe('/');
      const me = await fetch(`${real.url}/api/me`, { headers: { cookie: toCookieHeader(answer) } });
      expect(await me.json()).toMatchObject({ user: { email: owner.email }, role: 'owner' });
    }
    const { rows } = await real.database.pool.query(
      `select "accountId" from auth.account where "providerId" = 'oidc'`,
    );
    expect(rows).toEqual([{ accountId: `${provider.url} ada-there` }]);
  });

  it('is offered where it is set up', async () => {
    const methods = await fetch(`${gateway.url}/api/sign-in-methods`);
    expect(await methods.json()).toEqual({ password: true, oidc: true, sso: false, passkey: true });
    await using plain = await startGateway();
    const none = await fetch(`${plain.url}/api/sign-in-methods`);
    expect(await none.json()).toEqual({ password: true, oidc: false, sso: false, passkey: true });
    expect((await fetch(`${plain.url}/sign-in/oidc`)).status).toBe(404);
  });
});
