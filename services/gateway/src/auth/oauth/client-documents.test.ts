import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type HttpsSite, siteHost, startHttpsSite } from '@lectern/testing';
import { Client } from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import {
  answerMcp,
  callback,
  createProvider,
  openVisitor,
  readLocation,
} from '../../../test/mcp-client.ts';
import {
  addOwner,
  publicUrl,
  signIn,
  startGateway,
  type TestGateway,
} from '../../../test/start-gateway.ts';

interface Document {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

let gateway: TestGateway;
let site: HttpsSite;
let cookie: string;
let visitor: ReturnType<typeof openVisitor>;
/** Documents of the site by path. */
const documents = new Map<string, Document>();
let fetched: string[];

beforeAll(async () => {
  site = await startHttpsSite((request, response) => {
    fetched.push(request.url ?? '');
    const {
      status = 200,
      headers,
      body,
    } = documents.get(request.url ?? '') ?? {
      status: 404,
      body: '',
    };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  gateway = await startGateway(
    { SIGN_INS_PER_MINUTE: '1000', OAUTH_CLIENT_PRIVATE_HOSTS: siteHost },
    { resolveHost: async () => [{ address: '127.0.0.1', family: 4 }] },
  );
  await addOwner(gateway);
  cookie = await signIn(gateway);
  visitor = openVisitor(gateway);
  gateway.mcp.answer = answerMcp;
});
beforeEach(() => {
  fetched = [];
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** Publishes a document, by default a valid one, at a new path. */
function publish(
  path: string,
  change: Record<string, unknown> = {},
  answer: Partial<Document> = {},
) {
  const address = site.url + path;
  const body = {
    client_id: address,
    client_name: 'Agent of a site',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    ...change,
  };
  documents.set(path, { body, ...answer });
  return address;
}

/** Sends the first request of a client that knows its id, without the library. */
const ask = (clientId: string, redirectUri = callback, address = gateway.url) =>
  fetch(
    `${address}/api/auth/oauth2/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'mcp',
      state: 'abc',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      resource: `${publicUrl}/mcp`,
    })}`,
    { headers: { cookie }, redirect: 'manual' },
  );

describe('an OAuth client that is known by the address of its document', () => {
  it('gets from nothing to calling the tools, with one fetch and no registration', async () => {
    const address = publish('/agent.json');
    const provider = await visitor.authorize(createProvider(address), cookie);
    expect(await provider.clientInformation()).toMatchObject({ client_id: address });
    expect(decodeJwt(provider.saved?.access_token ?? '')).toMatchObject({ client_id: address });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(visitor.createTransport(provider));
    expect((await client.listTools()).tools).toEqual([]);
    await client.close();
    expect(fetched).toEqual(['/agent.json']);
  });

  it('refreshes its token', async () => {
    const address = publish('/refreshing.json');
    const provider = await visitor.authorize(createProvider(address), cookie);
    const form = { client_id: address, resource: `${publicUrl}/mcp` };
    const refreshed = await visitor.refresh(provider, form);
    expect(refreshed.status).toBe(200);
  });

  it('is shown on the consent page by the name that it gives itself, and its id', async () => {
    const address = publish('/shown.json', { client_name: 'Agent\u202e\u009b of a site' });
    const page = await readLocation(await ask(address));
    expect(page.pathname).toBe('/oauth/consent');
    expect(page.searchParams.get('client_id')).toBe(address);
    const shown = await visitor.fetchPublic(
      `${publicUrl}/api/auth/oauth2/public-client?client_id=${encodeURIComponent(address)}`,
      { headers: { cookie } },
    );
    expect(await shown.json()).toMatchObject({ client_name: 'Agent of a site' });
  });

  it('may come back to no address but those of its document', async () => {
    const address = publish('/exact.json', { redirect_uris: ['https://agent.example.org/back'] });
    for (const other of [
      callback,
      'https://agent.example.org/back/',
      'https://evil.example/back',
    ]) {
      const answer = await readLocation(await ask(address, other));
      expect([other, answer.searchParams.get('error')]).toEqual([other, 'invalid_redirect']);
      expect(answer.origin).toBe(new URL(publicUrl).origin);
    }
  });

  it.each<[string, Record<string, unknown>, Partial<Document>, string]>([
    ['names another id', { client_id: 'https://other.example.org/a' }, {}, 'does not match'],
    ['has no name', { client_name: undefined }, {}, 'client_name'],
    ['has no address to come back to', { redirect_uris: [] }, {}, 'redirect_uris'],
    ['holds a secret', { client_secret: 'open to everybody' }, {}, 'client_secret'],
    ['asks for a shared secret', { token_endpoint_auth_method: 'client_secret_post' }, {}, 'auth'],
    ['is too long', { client_name: 'x'.repeat(6_000) }, {}, 'size limit'],
    ['is a page', {}, { headers: { 'content-type': 'text/html' } }, 'must be JSON'],
    ['is no JSON', {}, { body: '{' }, 'not valid JSON'],
    ['is not there', {}, { status: 404 }, 'HTTP 404'],
    ['leads elsewhere', {}, { status: 302, headers: { location: '/agent.json' } }, 'redirect'],
  ])('is refused when its document %s', async (what, change, given, reason) => {
    const address = publish(`/${what.replaceAll(' ', '-')}.json`, change, given);
    const answer = await ask(address);
    expect(answer.status).toBe(400);
    const refusal = (await answer.json()) as Record<string, string>;
    expect(refusal.error).toBe('invalid_client');
    expect(refusal.error_description).toContain(reason);
  });

  it.each([
    'https://127.0.0.1/client.json',
    'https://localhost/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://user:secret@agent.example.org/client.json',
    'https://agent.example.org',
    'https://agent.example.org/a/../client.json',
    'http://agent.example.org/client.json',
  ])('is refused as %s', async (address) => {
    const answer = await ask(address);
    const text = await answer.text();
    expect(text).toContain('invalid_client');
    expect(fetched).toEqual([]);
  });

  it.each(['token', 'revoke'])('is fetched for nobody who comes to %s first', async (path) => {
    const answer = await visitor.fetchPublic(`${publicUrl}/api/auth/oauth2/${path}`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'guessed',
        token: 'guessed',
        client_id: publish('/unasked.json'),
      }),
    });
    expect(answer.status).toBe(400);
    expect(fetched).toEqual([]);
  });

  it('is announced, unless a setting switches it off', async () => {
    const read = async (url: string) => {
      const path = '/.well-known/oauth-authorization-server/api/auth';
      const metadata = (await (await fetch(url + path)).json()) as Record<string, unknown>;
      return metadata.client_id_metadata_document_supported;
    };
    expect(await read(gateway.url)).toBe(true);
    await using closed = await startGateway({ OAUTH_CLIENT_DOCUMENTS: 'false' });
    expect(await read(closed.url)).toBeUndefined();
    const answer = await ask(publish('/closed.json'), callback, closed.url);
    expect(await answer.text()).toContain('invalid_client');
    expect(fetched).toEqual([]);
  });
});
