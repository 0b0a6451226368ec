import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import {
  Client,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { request } from 'undici';
import { readBody } from '../../test/fake-service.ts';
import {
  addOwner,
  owner,
  publicUrl,
  signIn,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../test/start-gateway.ts';

const callback = 'http://127.0.0.1:9/callback';

let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;
let cookie: string;

beforeAll(async () => {
  gateway = await startGateway({
    SIGN_INS_PER_MINUTE: '1000',
    OAUTH_DYNAMIC_REGISTRATION: 'true',
  });
  made = await addOwner(gateway);
  cookie = await signIn(gateway);
  gateway.mcp.answer = answerMcp;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

/** Just enough of an MCP server to be connected to. */
async function answerMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const { id, method, params } = JSON.parse(await readBody(request));
  if (id === undefined) return void response.writeHead(202).end();
  const result = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'fake', version: '1' },
    },
    'tools/list': { tools: [] },
  }[method as string];
  response.writeHead(200, { 'content-type': 'application/json' });
  const error = { code: -32_601, message: 'Method not found' };
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
}

/** Reaches the gateway under its public address. */
const fetchPublic = (input: string | URL, init: RequestInit = {}) =>
  fetch(String(input).replace(publicUrl, gateway.url), { redirect: 'manual', ...init });

interface TestProvider extends OAuthClientProvider {
  authorizationUrl?: URL;
  saved?: OAuthTokens;
}

function createProvider(): TestProvider {
  let client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  let verifier = '';
  let discovery: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
  const provider: TestProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'Test client',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => client,
    saveClientInformation: (given) => {
      client = given;
    },
    tokens: () => provider.saved,
    saveTokens: (given) => {
      provider.saved = given;
    },
    redirectToAuthorization: (url) => {
      provider.authorizationUrl = url;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      discovery = given;
    },
    discoveryState: () => discovery,
  };
  return provider;
}

const createTransport = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), {
    authProvider,
    fetch: fetchPublic,
  });

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetchPublic(publicUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl, ...headers },
    body: JSON.stringify(body),
  });

/** Where the authorization page sends a browser; to scripts, as here, it says so in JSON. */
const readLocation = async (response: Response) => {
  const { url } = (await response.json()) as { url: string };
  return new URL(url, publicUrl);
};

/** Registers, is sent to the authorization page, agrees as the owner and gets tokens. */
async function authorize(): Promise<TestProvider> {
  const provider = createProvider();
  const transport = createTransport(provider);
  const client = new Client({ name: 'test', version: '1' });
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
  const asked = await fetchPublic(provider.authorizationUrl as URL, { headers: { cookie } });
  const consent = await readLocation(asked);
  expect(consent.pathname).toBe('/oauth/consent');
  const agreed = await post(
    '/api/auth/oauth2/consent',
    { accept: true, oauth_query: consent.search.slice(1) },
    { cookie },
  );
  const { url } = (await agreed.json()) as { url: string };
  expect(url).toContain(callback);
  await transport.finishAuth(new URL(url).searchParams);
  return provider;
}

describe('OAuth for MCP clients', () => {
  it('takes a client from nothing to calling the tools', async () => {
    const provider = await authorize();
    const token = provider.saved?.access_token ?? '';
    expect(decodeProtectedHeader(token).alg).toBe('EdDSA');
    expect(decodeJwt(token)).toMatchObject({
      iss: `${publicUrl}/api/auth`,
      aud: `${publicUrl}/mcp`,
      sub: made.userId,
      org: made.organisationId,
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(createTransport(provider));
    expect((await client.listTools()).tools).toEqual([]);
    await client.close();

    const [event] = await gateway.dependencies.auditLog.list(made.organisationId, {
      limit: 1,
      before: undefined,
    });
    expect(event).toMatchObject({
      action: 'oauth.consented',
      actor_id: made.userId,
      target: (await provider.clientInformation())?.client_id,
    });
    const inside = gateway.mcp.seen.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    expect(inside).not.toBe(token);
    expect(decodeJwt(inside)).toMatchObject({
      sub: made.userId,
      org: made.organisationId,
      scopes: ['search', 'documents:read', 'mcp'],
    });
  });

  it('opens nothing but /mcp, and that as long as the person is a member', async () => {
    const { saved } = await authorize();
    const headers = { authorization: `Bearer ${saved?.access_token}` };
    expect((await fetchPublic(`${publicUrl}/api/me`, { headers })).status).toBe(401);
    const { pool } = gateway.database;
    await pool.query('update auth."user" set banned = true where id = $1', [made.userId]);
    await using other = await gateway.startReplica();
    const ping = () => fetch(`${other.url}/mcp`, { headers });
    expect((await ping()).status).toBe(401);
    await pool.query('update auth."user" set banned = false where id = $1', [made.userId]);
  });

  it('refreshes', async () => {
    const provider = await authorize();
    const refreshed = await fetchPublic(`${publicUrl}/api/auth/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: provider.saved?.refresh_token ?? '',
        client_id: (await provider.clientInformation())?.client_id ?? '',
        resource: `${publicUrl}/mcp`,
      }),
    });
    expect(refreshed.status).toBe(200);
    expect(await refreshed.json()).toMatchObject({ token_type: 'Bearer' });
  });

  it('sends who is not signed in to the sign-in page, and on from there', async () => {
    const provider = createProvider();
    const client = new Client({ name: 'test', version: '1' });
    await expect(client.connect(createTransport(provider))).rejects.toThrow(UnauthorizedError);
    const page = await readLocation(await fetchPublic(provider.authorizationUrl as URL));
    expect(page.pathname).toBe('/oauth/sign-in');
    const signedIn = await post('/api/auth/sign-in/email', {
      email: owner.email,
      password: owner.password,
      oauth_query: page.search.slice(1),
    });
    expect(toCookieHeader(signedIn)).toContain('lectern.session_token=');
    expect((await readLocation(signedIn)).pathname).toBe('/oauth/consent');
  });

  it('redirects a browser to the consent page, whose script then asks for the client', async () => {
    const provider = createProvider();
    const client = new Client({ name: 'test', version: '1' });
    await expect(client.connect(createTransport(provider))).rejects.toThrow(UnauthorizedError);
    const address = String(provider.authorizationUrl).replace(publicUrl, gateway.url);
    const { statusCode, headers, body } = await request(address, {
      headers: { cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    });
    await body.dump();
    expect(statusCode).toBe(302);
    const page = new URL(String(headers.location), publicUrl);
    expect(page.pathname).toBe('/oauth/consent');
    const id = page.searchParams.get('client_id');
    const shown = await fetchPublic(`${publicUrl}/api/auth/oauth2/public-client?client_id=${id}`, {
      headers: { cookie },
    });
    expect(await shown.json()).toMatchObject({ client_name: 'Test client' });
  });

  it('demands PKCE', async () => {
    const provider = createProvider();
    const client = new Client({ name: 'test', version: '1' });
    await expect(client.connect(createTransport(provider))).rejects.toThrow(UnauthorizedError);
    const address = new URL(provider.authorizationUrl as URL);
    address.searchParams.delete('code_challenge');
    address.searchParams.delete('code_challenge_method');
    const answer = await readLocation(await fetchPublic(address, { headers: { cookie } }));
    expect(answer.searchParams.get('error')).toBe('invalid_request');
  });

  it.each(['eyJhbGciOiJub25lIn0.e30.', 'not-a-token', ''])(
    'refuses other tokens: "%s"',
    async (token) => {
      const response = await fetchPublic(`${publicUrl}/mcp`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('resource_metadata=');
    },
  );

  it('tells where everything is', async () => {
    const resource = await fetchPublic(`${publicUrl}/.well-known/oauth-protected-resource/mcp`);
    expect(await resource.json()).toMatchObject({
      resource: `${publicUrl}/mcp`,
      authorization_servers: [`${publicUrl}/api/auth`],
      scopes_supported: ['mcp'],
    });
    const server = await fetchPublic(
      `${publicUrl}/.well-known/oauth-authorization-server/api/auth`,
    );
    expect(await server.json()).toMatchObject({
      issuer: `${publicUrl}/api/auth`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('lets only administrators of the installation add clients by hand', async () => {
    const { organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'bob', organisationId, role: 'admin' });
    await gateway.dependencies.passwords.set('bob', 'correct-horse-battery');
    const signedIn = await post('/api/auth/sign-in/email', {
      email: 'bob@example.org',
      password: 'correct-horse-battery',
    });
    const add = (session: string) =>
      post(
        '/api/auth/oauth2/create-client',
        { redirect_uris: ['https://agent.example.org/callback'] },
        { cookie: session },
      );
    expect((await add(toCookieHeader(signedIn))).status).toBe(401);
    expect((await add(cookie)).status).toBe(201);
  });
});

describe('registration of clients', () => {
  it('is closed unless a setting opens it', async () => {
    await using closed = await startGateway();
    const response = await fetch(`${closed.url}/api/auth/oauth2/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [callback], token_endpoint_auth_method: 'none' }),
    });
    expect(response.status).toBe(403);
  });
});

describe('on a public address without https', () => {
  it('there is no OAuth, and keys go on working', async () => {
    await using plain = await startGateway({ LECTERN_PUBLIC_URL: 'http://192.0.2.1:8000' });
    const { key } = await addOwner(plain);
    const byKey = await fetch(`${plain.url}/mcp`, { headers: { authorization: `Bearer ${key}` } });
    expect(byKey.status).toBe(200);
    const challenge = (await fetch(`${plain.url}/mcp`)).headers.get('www-authenticate');
    expect(challenge).toBe('Bearer realm="lectern"');
  });
});
