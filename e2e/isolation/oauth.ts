import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Pool } from 'pg';
import type { OAuthKind } from './callers.ts';
import type { Headers } from './sign-in.ts';

/** Where the client's browser comes back to. */
export const callback = 'https://agent.example.org/callback';

/** Gives access tokens of an OAuth client, as it gets them and as somebody would forge them. */
export interface OAuthClient {
  /** For who is signed in, in the organisation of the session. */
  createToken(session: Headers, kind: OAuthKind, scope: string): Promise<Headers>;
}

/**
 * An OAuth client that the installation's administrator adds. Tokens that are wrong in one thing
 * are signed by a key which the suite trusts, so that only that thing can be the reason to refuse.
 */
export async function openOAuthClient(
  pool: Pool,
  url: string,
  administrator: Headers,
): Promise<OAuthClient> {
  // Makes the suite's own key, if it has none yet.
  await fetch(`${url}/api/auth/jwks`);
  const key = await addTrustedKey(pool);
  const clientId = await addClient(url, administrator);
  return {
    async createToken(session, kind, scope) {
      const id = kind === 'taken back' ? await addClient(url, administrator) : clientId;
      const { access_token: token } = await authorize(url, session, { clientId: id, scope });
      const claims = readClaims(token);
      const now = Math.floor(Date.now() / 1_000);
      switch (kind) {
        case 'granted':
          return toHeaders(token);
        case 'signed alike':
          return toHeaders(key.sign({ ...claims }));
        case 'expired':
          return toHeaders(key.sign({ ...claims, iat: now - 700, exp: now - 100 }));
        case 'for another audience':
          return toHeaders(key.sign({ ...claims, aud: `${url}/api` }));
        case 'of another issuer':
          return toHeaders(key.sign({ ...claims, iss: 'https://id.example.org' }));
        case 'for the other organisation':
          return toHeaders(key.sign({ ...claims, org: 'foreign-organisation' }));
        // It ends all tokens of its client, which therefore has this one alone.
        case 'taken back':
          await takeBack(url, session, String(claims.client_id));
          return toHeaders(token);
      }
    },
  };
}

const toHeaders = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** Adds a public client as the installation's administrator, and gives its id. */
export async function addClient(url: string, administrator: Headers): Promise<string> {
  const { client_id } = await post(`${url}/api/auth/oauth2/create-client`, administrator, {
    client_name: 'Agent',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  });
  return client_id as string;
}

/** Values that a client gets during the flow, and its tokens. */
export interface Granted {
  readonly code: string;
  readonly verifier: string;
  readonly access_token: string;
  /** Empty without the scope `offline_access`. */
  readonly refresh_token: string;
}

/** The way of a client and a browser: authorize, consent, code and PKCE, token. */
export async function authorize(
  url: string,
  session: Headers,
  { clientId, scope }: { readonly clientId: string; readonly scope: string },
): Promise<Granted> {
  const verifier = randomBytes(32).toString('base64url');
  const resource = `${url}/mcp`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    scope,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
  });
  const asked = await fetch(`${url}/api/auth/oauth2/authorize?${query}`, {
    headers: session,
    redirect: 'manual',
  });
  let { url: next } = (await asked.json()) as { url: string };
  if (!next.startsWith(callback)) {
    const agreed = await post(`${url}/api/auth/oauth2/consent`, session, {
      accept: true,
      oauth_query: new URL(next, url).search.slice(1),
    });
    next = String(agreed.url);
  }
  const code = new URL(next).searchParams.get('code') ?? '';
  const answered = await fetch(`${url}/api/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: clientId,
      redirect_uri: callback,
      resource,
    }),
  });
  const { access_token, refresh_token = '' } = (await answered.json()) as Partial<Granted>;
  if (!access_token) throw new Error(`no token was given: ${answered.status}`);
  return { code, verifier, access_token, refresh_token };
}

async function takeBack(url: string, session: Headers, clientId: string): Promise<void> {
  const answered = await fetch(`${url}/api/auth/oauth2/get-consents`, { headers: session });
  const consents = (await answered.json()) as { id: string; clientId: string }[];
  const consent = consents.find((one) => one.clientId === clientId);
  await post(`${url}/api/auth/oauth2/delete-consent`, session, { id: consent?.id });
}

async function post(
  address: string,
  session: Headers,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

function readClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Puts a key beside the suite's own. It is older, so the suite signs nothing with it. */
async function addTrustedKey(pool: Pool) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = 'key-of-the-tests';
  await pool.query(
    `insert into auth.jwks (id, "publicKey", "privateKey", "createdAt", alg, crv)
     values ($1, $2, 'none', '2020-01-01', 'EdDSA', 'Ed25519')`,
    [id, JSON.stringify(publicKey.export({ format: 'jwk' }))],
  );
  return { sign: (claims: object) => signToken(id, privateKey, claims) };
}

function signToken(kid: string, key: KeyObject, claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'EdDSA', kid, typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}
