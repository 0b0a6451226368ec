import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listenOnFreePort } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { setUpRegistry, weather } from '../../test/open-registry.ts';

const { llm, register, read, call, resources } = await setUpRegistry();

const credentials = { client_id: 'lectern', client_secret: 'their-client-secret' };
const basic = `Basic ${Buffer.from('lectern:their-client-secret').toString('base64')}`;

interface TokenRequest {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: URLSearchParams;
}

let valid: Set<string>;
let asked: TokenRequest[];
let strayed: Readonly<Record<string, unknown>>[];

beforeEach(() => {
  valid = new Set();
  asked = [];
  strayed = [];
});
afterEach(() => {
  expect(JSON.stringify(strayed)).not.toContain('their-');
});

/** An authorisation server at an origin of its own. */
async function startAuthorisation() {
  const listening = await listenOnFreePort((request, response) => {
    const origin = `http://${request.headers.host}`;
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/oauth-authorization-server') {
      strayed.push(request.headers);
      answer(200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ['code'],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      });
    } else if (request.url === '/token') {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        asked.push({ headers: request.headers, body: new URLSearchParams(text) });
        if (request.headers.authorization !== basic) {
          answer(401, { error: 'invalid_client' });
          return;
        }
        const token = `token-${asked.length}`;
        valid.add(token);
        answer(200, { access_token: token, token_type: 'Bearer', expires_in: 300 });
      });
    } else answer(404, {});
  });
  return { url: listening.url, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() };
}

/** A server that wants a token of an issuer, and a header of its own. */
const startGuarded = (issuer: string) =>
  startOutsideMcp({
    tools: [weather],
    intercept: (request, response) => {
      const origin = `http://${request.headers.host}`;
      if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            resource: `${origin}/mcp`,
            authorization_servers: [issuer],
            scopes_supported: ['read', 'write'],
          }),
        );
        return true;
      }
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      if (valid.has(token)) return false;
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      response
        .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
        .end();
      return true;
    },
  });

describe('OAuth of an outside server', () => {
  it('signs in at the issuer, again when the token ends, and shows neither secret nor token', async () => {
    const issuer = resources.use(await startAuthorisation());
    const outside = resources.use(await startGuarded(issuer.url));
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      headers: { 'x-key': 'their-header' },
      oauth: { ...credentials, issuer: issuer.url, scope: 'read' },
    });
    expect(server).toMatchObject({ health: { state: 'healthy' }, tool_count: 1 });
    expect(await call('get_weather')).toMatchObject({ kind: 'answer' });
    expect(outside.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-key': 'their-header',
    });
    expect(asked.map(({ body }) => Object.fromEntries(body))).toEqual([
      { grant_type: 'client_credentials', scope: 'read', resource: outside.url },
    ]);

    valid.clear();
    expect(await call('get_weather')).toMatchObject({ kind: 'answer' });
    expect(outside.calls[1]?.headers.authorization).toBe('Bearer token-2');
    for (const { headers } of asked) expect(JSON.stringify(headers)).not.toContain('their-header');

    const { rows } = await llm.pool.query('select * from llm.mcp_servers');
    const shown = JSON.stringify([rows, server, await read(server.id)]);
    for (const secret of ['their-client-secret', 'their-header', 'token-1', 'token-2']) {
      expect(shown).not.toContain(secret);
    }
  });

  it('gives the secret to no issuer but the one that its owner named', async () => {
    const [issuer, stranger] = [
      resources.use(await startAuthorisation()),
      resources.use(await startAuthorisation()),
    ];
    const outside = resources.use(await startGuarded(stranger.url));
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      headers: { 'x-key': 'their-header' },
      oauth: { ...credentials, issuer: issuer.url },
    });
    expect(server).toMatchObject({
      health: {
        state: 'failing',
        message: 'The server does not accept the credentials.',
        reason: 'unauthorized',
      },
    });
    expect(asked).toEqual([]);
  });

  it('tells that an issuer refuses the secret, and logs none of its words', async () => {
    using warn = jest.spyOn(console, 'warn').mockReturnValue();
    const issuer = resources.use(await startAuthorisation());
    const outside = resources.use(await startGuarded(issuer.url));
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      oauth: { ...credentials, client_secret: 'wrong', issuer: issuer.url },
    });
    expect(server).toMatchObject({
      health: {
        state: 'failing',
        message: 'The server does not accept the credentials.',
        reason: 'unauthorized',
      },
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(warn).not.toHaveBeenCalled();
  });
});
