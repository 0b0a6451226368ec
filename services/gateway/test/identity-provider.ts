import { type ListeningApp, listenOnFreePort } from '@lectern/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
import { toCookieHeader } from './start-gateway.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

/** Starts a certified OpenID provider, at which everybody is the same person and agrees at once. */
export async function startIdentityProvider(
  client: Client,
  person: { readonly sub: string; readonly email: string },
): Promise<ListeningApp> {
  let handle: ReturnType<Provider['callback']> | undefined;
  let provider: Provider | undefined;
  const server = await listenOnFreePort(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle?.(request, response);
    await provider?.interactionFinished(request, response, { login: { accountId: person.sub } });
  });
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const configuration: Configuration = {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only-for-tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...person, email_verified: true, name: 'Ada' }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: client.id, accountId: person.sub });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  provider = new Provider(server.url, configuration);
  handle = provider.callback();
  return server;
}

/** Follows the provider's redirects as a browser does, until one leaves it. */
export async function passProvider(provider: ListeningApp, address: string): Promise<URL> {
  let at = new URL(address);
  const jar = new Map<string, string>();
  for (let steps = 0; at.origin === provider.url && steps < 10; steps += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { headers: { cookie }, redirect: 'manual' });
    for (const pair of toCookieHeader(answer).split('; ')) {
      const [name = '', ...value] = pair.split('=');
      if (name) jar.set(name, value.join('='));
    }
    const next = answer.headers.get('location');
    if (!next) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    at = new URL(next, at);
  }
  return at;
}
