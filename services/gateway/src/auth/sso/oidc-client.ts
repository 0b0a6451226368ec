import type { GuardedFetch } from '@lectern/service';
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Claims } from './find-person.ts';
import type { OidcProvider } from './sign-in-settings.ts';

const urlSchema = z.url({ protocol: /^https?$/ }).max(2_000);
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: urlSchema,
  token_endpoint: urlSchema,
  jwks_uri: urlSchema,
  userinfo_endpoint: urlSchema.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});
type Discovery = z.output<typeof discoverySchema>;

/** Not HMAC, whose key is the client secret, and not `none`. */
const algorithms = [
  'RS256',
  'PS256',
  'ES256',
  'ES384',
  'EdDSA',
  'RS384',
  'RS512',
  'PS384',
  'PS512',
];

export interface Authorization {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string;
}

/** The authorization code flow with PKCE, at providers that organisations name. */
export interface OidcClient {
  /** Checks that the issuer answers. @throws Error */
  discover(issuer: string): Promise<Discovery>;
  findAuthorizationUrl(provider: OidcProvider, asked: Authorization): Promise<URL>;
  /** Exchanges a code for verified claims. @throws Error */
  exchange(
    provider: OidcProvider,
    code: {
      readonly code: string;
      readonly codeVerifier: string;
      readonly nonce: string;
      readonly redirectUri: string;
    },
  ): Promise<Claims>;
}

export interface OidcClientOptions {
  readonly fetch: GuardedFetch;
  /** Hosts that may be asked over plain HTTP. */
  readonly privateHosts: readonly string[];
  /** Time limit of each answer, which may come in small parts. Default 10,000. */
  readonly deadlineMs?: number;
}

export function createOidcClient({
  fetch,
  privateHosts,
  deadlineMs = 10_000,
}: OidcClientOptions): OidcClient {
  const ask: GuardedFetch = (address, init) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !privateHosts.includes(url.hostname)) {
      throw new Error('an address of the identity provider is not https');
    }
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    return fetch(url, { ...init, signal });
  };

  const readJson = async (response: Response) => {
    if (!response.ok) throw new Error(`the identity provider answered ${response.status}`);
    return response.json();
  };

  const discover = async (issuer: string) => {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const found = discoverySchema.parse(await readJson(await ask(address)));
    if (found.issuer !== issuer) throw new Error('the discovery document names another issuer');
    return found;
  };

  return {
    discover,

    async findAuthorizationUrl({ issuer, clientId }, { state, nonce, codeChallenge, redirectUri }) {
      const url = new URL((await discover(issuer)).authorization_endpoint);
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },

    async exchange(provider, { code, codeVerifier, nonce, redirectUri }) {
      const { issuer, clientId, clientSecret } = provider;
      const found = await discover(issuer);
      const isBasic = found.token_endpoint_auth_methods_supported.includes('client_secret_basic');
      const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
        ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
      });
      const answer = await ask(found.token_endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          ...(isBasic && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
        },
        body: form.toString(),
      });
      const tokens = tokensSchema.parse(await readJson(answer));
      const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
        [customFetch]: (url, { headers, signal }) => ask(url, { headers, signal }),
      });
      const { payload } = await jwtVerify(tokens.id_token, keys, {
        issuer,
        audience: clientId,
        algorithms,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: 30,
      });
      assertForUs(payload, { clientId, nonce });
      const claims = { ...(await loadUserInfo(found, tokens, payload)), ...payload };
      const { email, email_verified: verified, xms_edov: isDomainOwner } = claims;
      return {
        issuer,
        subject: String(payload.sub),
        email: typeof email === 'string' ? email.toLowerCase() : undefined,
        isEmailVerified:
          verified === true || [true, 1, '1'].includes(isDomainOwner as boolean | number | string),
      };
    },
  };

  /** Some providers leave the address out of the ID token. */
  async function loadUserInfo(
    { userinfo_endpoint: endpoint }: Discovery,
    { access_token: token }: z.output<typeof tokensSchema>,
    { email, sub }: JWTPayload,
  ): Promise<JWTPayload> {
    if (email !== undefined || !endpoint || !token) return {};
    const answer = await ask(endpoint, { headers: { authorization: `Bearer ${token}` } });
    const info = z.record(z.string(), z.unknown()).parse(await readJson(answer));
    if (info.sub !== sub) throw new Error('the user info is about another subject');
    return info as JWTPayload;
  }
}

const tokensSchema = z.object({ id_token: z.string(), access_token: z.string().optional() });

function assertForUs(
  { nonce, azp, aud }: JWTPayload,
  expected: { readonly clientId: string; readonly nonce: string },
): void {
  if (nonce !== expected.nonce) throw new Error('the ID token is of another sign-in');
  const isShared = Array.isArray(aud) && aud.length > 1;
  if ((azp !== undefined || isShared) && azp !== expected.clientId) {
    throw new Error('the ID token was made for another client');
  }
}
