import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import { decodeJwt } from 'jose';
import { callback, readLocation } from '../../../test/mcp-client.ts';
import { setUpOAuthSite } from '../../../test/open-oauth-site.ts';
import {
  publicUrl,
  setPassword,
  startGateway,
  toCookieHeader,
} from '../../../test/start-gateway.ts';

const { gateway, made, cookie, visitor } = await setUpOAuthSite();

const verifier = 'v'.repeat(64);

async function register(metadata: Record<string, unknown>): Promise<{ client_id: string }> {
  const registered = await visitor.post('/api/auth/oauth2/register', {
    client_name: 'Older client',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...metadata,
  });
  return (await registered.json()) as { client_id: string };
}

/** Returns where the owner is redirected by a client's request. */
async function openConsent(client_id: string, asked: Record<string, string>): Promise<URL> {
  const address = new URL(`${publicUrl}/api/auth/oauth2/authorize`);
  address.search = new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: callback,
    state: 's',
    resource: `${publicUrl}/mcp`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...asked,
  }).toString();
  return readLocation(await visitor.fetchPublic(address, { headers: { cookie } }));
}

describe('clients of OAuth', () => {
  it.each([
    ['the resource', `${publicUrl}/mcp`],
    ['the resource with a slash at its end', `${publicUrl}/mcp/`],
    ['the resource in capitals', `${publicUrl.toUpperCase()}/mcp`],
  ])('lets a client refresh that asks for mcp alone, by %s', async (_, resource) => {
    const { client_id } = await register({ scope: 'mcp' });
    const consent = await openConsent(client_id, { scope: 'mcp', resource });
    const agreed = await visitor.post(
      '/api/auth/oauth2/consent',
      { accept: true, oauth_query: consent.search.slice(1) },
      { cookie },
    );
    const exchange = (form: Record<string, string>) =>
      visitor.fetchPublic(`${publicUrl}/api/auth/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', dpop: 'a-proof' },
        body: new URLSearchParams({ client_id, resource, ...form }),
      });
    const first = await exchange({
      grant_type: 'authorization_code',
      code: (await readLocation(agreed)).searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    });
    const { token_type, refresh_token } = (await first.json()) as Record<string, string>;
    expect(token_type).toBe('Bearer');
    expect(refresh_token).toBeDefined();
    const second = await exchange({
      grant_type: 'refresh_token',
      refresh_token: refresh_token ?? '',
    });
    const { access_token } = (await second.json()) as Record<string, string>;
    expect(decodeJwt(access_token ?? '').aud).toBe(`${publicUrl}/mcp`);
  });

  it('gives a client that was registered for less that alone, and does not refuse it', async () => {
    const { client_id } = await register({ scope: 'mcp' });
    await gateway.database.pool.query(
      'update auth."oauthClient" set scopes = $1 where "clientId" = $2',
      [JSON.stringify(['mcp', 'offline_access']), client_id],
    );
    const page = await openConsent(client_id, { scope: 'mcp chat documents:write' });
    expect(page.pathname).toBe('/oauth/consent');
    expect(page.searchParams.get('scope')).toBe('mcp offline_access');
    const refused = await openConsent(client_id, { scope: 'mcp admin' });
    expect(refused.searchParams.get('error')).toBe('invalid_scope');
  });

  // The first round opens the database connections, so that the others run at the same time.
  it.each([1, 2, 3])(
    'keeps one consent of several that come at once, each of which gives a code, round %i',
    async () => {
      const { client_id } = await register({});
      const page = await openConsent(client_id, { scope: 'mcp' });
      const agreed = { accept: true, oauth_query: page.search.slice(1) };
      const agree = () => visitor.post('/api/auth/oauth2/consent', agreed, { cookie });
      const answers = await Promise.all(Array.from({ length: 12 }, agree));
      for (const answer of answers) {
        expect((await readLocation(answer)).searchParams.get('code')).toMatch(/^\w+$/);
      }
      const { rows } = await gateway.database.pool.query(
        'select id from auth."oauthConsent" where "clientId" = $1',
        [client_id],
      );
      expect(rows).toHaveLength(1);
      await visitor.post('/api/auth/oauth2/delete-consent', { id: rows[0].id }, { cookie });
      expect((await openConsent(client_id, { scope: 'mcp' })).pathname).toBe('/oauth/consent');
    },
  );

  it('keeps names without signs that hide or turn others, registered or changed', async () => {
    const client_name = 'Good\u202e\u009b Agent';
    const nameOf = async (id: string) => {
      const { rows } = await gateway.database.pool.query(
        'select name from auth."oauthClient" where "clientId" = $1',
        [id],
      );
      return rows[0]?.name;
    };
    const redirect_uris = ['http://127.0.0.1:4711/callback'];
    const { client_id } = await register({ client_name, redirect_uris });
    expect(await nameOf(client_id)).toBe('Good Agent');
    const added = await visitor.post(
      '/api/auth/oauth2/create-client',
      { client_name: 'First', redirect_uris: ['https://agent.example.org/callback'] },
      { cookie },
    );
    const { client_id: id } = (await added.json()) as { client_id: string };
    const change = (update: object) =>
      visitor.post('/api/auth/oauth2/update-client', { client_id: id, update }, { cookie });
    expect((await change({ client_name })).status).toBe(200);
    expect(await nameOf(id)).toBe('Good Agent');
    const refused = [
      await change({ client_name: '\u200b' }),
      await change({ client_name: 'n'.repeat(401) }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
  });

  it('needs no proofs of keys, and says so', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server/api/auth',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const metadata = await (await fetch(gateway.url + path)).json();
      expect(metadata).not.toHaveProperty('dpop_signing_alg_values_supported');
    }
    const asking = await visitor.post('/api/auth/oauth2/register', {
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      dpop_bound_access_tokens: true,
    });
    expect(asking.status).toBe(400);
    expect(await asking.json()).toMatchObject({
      error_description: expect.stringContaining('dpop_bound_access_tokens'),
    });
  });

  it.each(['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'])(
    'takes no %s that is no address of a site, from whomever',
    async (field) => {
      const client = {
        redirect_uris: ['https://agent.example.org/callback'],
        token_endpoint_auth_method: 'none',
      };
      const send = (path: string, body: object) =>
        visitor.post(`/api/auth/oauth2/${path}`, body, path === 'register' ? {} : { cookie });
      const good = { ...client, [field]: 'https://agent.example.org/about' };
      const added = await send('create-client', good);
      expect([added.status, (await send('register', good)).status]).toEqual([201, 201]);
      expect((await send('register', { ...client, [field]: '' })).status).toBe(201);
      const { client_id } = (await added.json()) as { client_id: string };
      for (const address of ['javascript:alert(1)', 'data:text/html,x', '//a.example', 'about']) {
        const bad = { [field]: address };
        for (const answer of [
          await send('register', { ...client, ...bad }),
          await send('create-client', { ...client, ...bad }),
          await send('update-client', { client_id, update: bad }),
        ]) {
          expect(answer.status).toBe(400);
          expect(await answer.json()).toEqual({
            error: 'invalid_client_metadata',
            error_description: `${field}: must be an http or https address`,
          });
        }
      }
    },
  );

  it('calls no address of a client when a session ends', async () => {
    const client = {
      redirect_uris: ['https://agent.example.org/callback'],
      token_endpoint_auth_method: 'none',
      backchannel_logout_uri: 'https://leads-inside.example.org/',
    };
    const who = { cookie };
    const { client_id } = (await (
      await visitor.post(
        '/api/auth/oauth2/create-client',
        { ...client, backchannel_logout_uri: undefined },
        who,
      )
    ).json()) as { client_id: string };
    const answers = [
      await visitor.post('/api/auth/oauth2/register', client),
      await visitor.post('/api/auth/oauth2/create-client', client, who),
      await visitor.post('/api/auth/oauth2/update-client', { client_id, update: client }, who),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    for (const path of [
      '/.well-known/oauth-authorization-server/api/auth',
      '/api/auth/.well-known/oauth-authorization-server',
    ]) {
      expect(await (await fetch(gateway.url + path)).json()).toMatchObject({
        issuer: expect.any(String),
        backchannel_logout_supported: false,
        backchannel_logout_session_supported: false,
      });
    }
    const { rows } = await gateway.database.pool.query(
      'select from auth."oauthClient" where "backchannelLogoutUri" is not null',
    );
    expect(rows).toEqual([]);
  });

  it('lets only administrators of the installation add clients by hand', async () => {
    const { organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'bob', organisationId, role: 'admin' });
    await setPassword(gateway, 'bob', 'correct-horse-battery');
    const signedIn = await visitor.post('/api/auth/sign-in/email', {
      email: 'bob@example.org',
      password: 'correct-horse-battery',
    });
    const add = (session: string) =>
      visitor.post(
        '/api/auth/oauth2/create-client',
        { redirect_uris: ['https://agent.example.org/callback'] },
        { cookie: session },
      );
    expect((await add(toCookieHeader(signedIn))).status).toBe(403);
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
