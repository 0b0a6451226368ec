import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  Client,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { readBody } from './fake-service.ts';
import { publicUrl, type TestGateway } from './start-gateway.ts';

export const callback = 'http://127.0.0.1:9/callback';

/** Answers as an MCP server, enough for a client to connect. */
export async function answerMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
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

export interface TestProvider extends OAuthClientProvider {
  authorizationUrl?: URL;
  saved?: OAuthTokens;
  clientId?: string;
  /** Form of the last code exchange. */
  lastExchange?: string;
}

/** Creates a client's storage. With the address of a document it is identified by that. */
export function createProvider(documentUrl?: string): TestProvider {
  let client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  let verifier = '';
  let discovery: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
  const provider: TestProvider = {
    ...(documentUrl && { clientMetadataUrl: documentUrl }),
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
      provider.clientId = given.client_id;
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

/** Returns the redirect of the authorization page, which scripts get in JSON. */
export async function readLocation(response: Response): Promise<URL> {
  const { url } = (await response.json()) as { url: string };
  return new URL(url, publicUrl);
}

/** Sends requests to the gateway under its public address, as MCP clients and pages do. */
export function openVisitor({ url }: Pick<TestGateway, 'url'>) {
  const fetchPublic = (input: string | URL, init: RequestInit = {}) =>
    fetch(String(input).replace(publicUrl, url), { redirect: 'manual', ...init });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetchPublic(publicUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, ...headers },
      body: JSON.stringify(body),
    });
  const createTransport = (authProvider: TestProvider) =>
    new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), {
      authProvider,
      fetch: (input, init) => {
        if (String(input).endsWith('/oauth2/token')) {
          authProvider.lastExchange = String(init?.body);
        }
        return fetchPublic(input, init);
      },
    });

  /** Tries to connect, and returns where the person has to go. */
  const beginAuthorization = async (provider: TestProvider): Promise<URL> => {
    const client = new Client({ name: 'test', version: '1' });
    const refused = await client.connect(createTransport(provider)).catch((error) => error);
    if (!(refused instanceof UnauthorizedError) || !provider.authorizationUrl) throw refused;
    return provider.authorizationUrl;
  };

  return {
    fetchPublic,
    post,
    createTransport,
    beginAuthorization,

    /** Requests new tokens, by default with the stored ones. */
    async refresh(
      provider: TestProvider,
      form: Readonly<Record<string, string>> = {},
    ): Promise<Response> {
      return fetchPublic(`${publicUrl}/api/auth/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: provider.saved?.refresh_token ?? '',
          client_id: (await provider.clientInformation())?.client_id ?? '',
          ...form,
        }),
      });
    },

    /**
     * Opens the authorization page, agrees as the signed-in person, optionally to these scopes
     * only, and gets tokens.
     */
    async authorize(provider: TestProvider, cookie: string, scope?: string): Promise<TestProvider> {
      const asked = await fetchPublic(await beginAuthorization(provider), { headers: { cookie } });
      const consent = await readLocation(asked);
      if (consent.pathname !== '/oauth/consent') throw new Error(`sent to ${consent}`);
      const agreed = await post(
        '/api/auth/oauth2/consent',
        { accept: true, oauth_query: consent.search.slice(1), ...(scope && { scope }) },
        { cookie },
      );
      const { searchParams } = await readLocation(agreed);
      await createTransport(provider).finishAuth(searchParams);
      return provider;
    },
  };
}
