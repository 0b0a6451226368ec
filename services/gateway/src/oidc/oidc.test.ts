import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addPrincipal, type ListeningApp, listenOnFreePort } from '@lectern/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import {
  addOwner,
  owner,
  publicUrl,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../test/start-gateway.ts';

interface FakeIssuer extends ListeningApp {
  /** Claims of the next ID token. */
  claims: Record<string, unknown>;
}

let issuer: FakeIssuer;
let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;

async function startIssuer(): Promise<FakeIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const server = await listenOnFreePort(async (request, response) => {
    const reply = async () => {
      switch (request.url) {
        case '/.well-known/openid-configuration':
          return {
            issuer: server.url,
            authorization_endpoint: `${server.url}/authorize`,
            token_endpoint: `${server.url}/token`,
            jwks_uri: `${server.url}/jwks`,
            id_token_signing_alg_values_supported: ['ES256'],
          };
        case '/jwks':
          return { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }] };
        case '/token':
          return {
            access_token: 'outside',
            token_type: 'Bearer',
            id_token: await new SignJWT({ ...issuer.claims })
              .setProtectedHeader({ alg: 'ES256', kid: 'k' })
              .setIssuer(server.url)
              .setAudience('lectern')
              .setIssuedAt()
              .setExpirationTime('1m')
              .sign(privateKey),
          };
        default:
          return {};
      }
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await reply()));
  });
  return Object.assign(server, { claims: {} });
}

beforeAll(async () => {
  issuer = await startIssuer();
  gateway = await startGateway({
    SIGN_INS_PER_MINUTE: '1000',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'lectern',
    OIDC_CLIENT_SECRET: 'known-to-both',
  });
  made = await addOwner(gateway);
});
beforeEach(() => {
  issuer.claims = { sub: 'ada-outside', email: owner.email, email_verified: true, name: 'Ada' };
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const unverifiedInWords = { sub: 'eve', email: owner.email, email_verified: 'false' };

/** Goes to the provider and comes back with a code; gives where that leads and the cookies. */
async function goThrough({ nonce }: { nonce?: string } = {}) {
  const started = await fetch(`${gateway.url}/sign-in/oidc`, { redirect: 'manual' });
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
  return { location: back.headers.get('location'), me };
}

describe('signing in by an OpenID Connect provider', () => {
  it('signs in who has an account of the verified address', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const { location, me } = await goThrough();
      expect(location).toBe('/');
      expect(await me.json()).toMatchObject({ user: { email: owner.email }, role: 'owner' });
    }
    const { rows } = await gateway.database.pool.query(
      `select "accessToken" from auth.account where "providerId" = 'oidc'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].accessToken).not.toBe('outside');
  });

  it.each([
    ['a stranger', { sub: 'eve', email: 'eve@example.org', email_verified: true }],
    ['an address that nobody verified', { sub: 'eve', email: owner.email, email_verified: false }],
    ['an address that is called unverified in words', unverifiedInWords],
    ['an address of which nothing is said', { sub: 'eve', email: owner.email }],
    ['an account without an address', { sub: 'eve', email_verified: true }],
  ])('refuses %s', async (_, claims) => {
    issuer.claims = claims;
    const { location, me } = await goThrough();
    expect(location).toContain('sign-in-refused');
    expect(me.status).toBe(401);
    const people = await gateway.database.pool.query('select 1 from auth."user"');
    expect(people.rowCount).toBe(1);
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

  it('refuses an ID token of another sign-in', async () => {
    const { me } = await goThrough({ nonce: 'of-another' });
    expect(me.status).toBe(401);
  });

  it('is offered where it is set up', async () => {
    const methods = await fetch(`${gateway.url}/api/sign-in-methods`);
    expect(await methods.json()).toEqual({ password: true, oidc: true });
    await using plain = await startGateway();
    const none = await fetch(`${plain.url}/api/sign-in-methods`);
    expect(await none.json()).toEqual({ password: true, oidc: false });
    expect((await fetch(`${plain.url}/sign-in/oidc`)).status).toBe(404);
  });
});
