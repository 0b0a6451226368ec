import { describe, expect, it } from '@jest/globals';
import { addPrincipal, eventually } from '@lectern/testing';
import { decodeJwt } from 'jose';
import { callback, createProvider, readLocation } from '../../../test/mcp-client.ts';
import { setUpOAuthSite } from '../../../test/open-oauth-site.ts';
import { publicUrl } from '../../../test/start-gateway.ts';
import { createRunToken } from '../../run-tokens/create-run-token.ts';

const { gateway, made, visitor, cookie } = await setUpOAuthSite();

describe('OAuth for MCP clients', () => {
  it('gives a client no more than the person agreed to', async () => {
    const { saved } = await visitor.authorize(createProvider(), cookie, 'mcp offline_access');
    const authorization = `Bearer ${saved?.access_token}`;
    await fetch(`${gateway.url}/mcp`, { headers: { authorization } });
    const inside = gateway.mcp.seen.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    expect(decodeJwt(inside).scopes).toEqual(['search', 'documents:read', 'mcp']);
  });

  it('holds tokens of a larger consent to a smaller one that came later, in runs too', async () => {
    const provider = await visitor.authorize(createProvider(), cookie);
    const client_id = (await provider.clientInformation())?.client_id ?? '';
    const again = new URL(String(provider.authorizationUrl));
    again.searchParams.set('prompt', 'consent');
    const page = await readLocation(await visitor.fetchPublic(again, { headers: { cookie } }));
    const oauth_query = page.search.slice(1);
    const smaller = { accept: true, oauth_query, scope: 'mcp offline_access' };
    const agreed = await visitor.post('/api/auth/oauth2/consent', smaller, { cookie });
    expect(agreed.status).toBe(200);

    // A token issued in the second of the smaller consent ends with the others.
    let refresh_token = provider.saved?.refresh_token ?? '';
    await eventually(async () => {
      const refreshed = await visitor.refresh(provider, { refresh_token });
      const tokens = (await refreshed.json()) as Record<string, string>;
      refresh_token = tokens.refresh_token ?? '';
      expect(tokens.scope).toBe('mcp offline_access');
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      return (await fetch(`${gateway.url}/mcp`, { headers })).status !== 401;
    });
    const inside = gateway.mcp.seen.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    expect(decodeJwt(inside).scopes).toEqual(['search', 'documents:read', 'mcp']);

    const run = await createRunToken(gateway.dependencies, {
      user_id: made.userId,
      organisation_id: made.organisationId,
      credential: `oauth:${client_id}`,
      run_id: 'run',
      scopes: ['search', 'documents:read', 'documents:write', 'chat', 'mcp'],
    });
    expect(decodeJwt(run).scopes).toEqual(['search', 'documents:read', 'mcp']);
  });

  it('tells what a token allows by consent and role, and of one that allows nothing that it is not active', async () => {
    const created = await visitor.post(
      '/api/auth/oauth2/create-client',
      {
        client_name: 'Agent',
        redirect_uris: [callback],
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
      { cookie },
    );
    expect(created.status).toBe(201);
    const { client_id, client_secret } = (await created.json()) as Record<string, string>;
    const provider = createProvider();
    await provider.saveClientInformation?.({ client_id, client_secret } as never);
    const { saved } = await visitor.authorize(provider, cookie);
    const ask = async (path: string, form: Record<string, string>) => {
      const answered = await visitor.fetchPublic(`${publicUrl}/api/auth/oauth2/${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
        body: new URLSearchParams(form),
      });
      return (await answered.json()) as Record<string, string | boolean>;
    };
    const introspect = () => ask('introspect', { token: saved?.access_token ?? '' });
    const refresh = { token: saved?.refresh_token ?? '', token_type_hint: 'refresh_token' };
    expect(saved?.scope).toBe('mcp chat documents:write offline_access');
    expect(await introspect()).toMatchObject({ active: true, scope: saved?.scope });
    expect(await ask('introspect', refresh)).toMatchObject({ active: true, scope: saved?.scope });

    const { memberships } = gateway.dependencies;
    const { userId, organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'boss', organisationId, role: 'owner' });
    await memberships.changeRole(userId, organisationId, 'viewer');
    try {
      const lowered = { scope: 'mcp chat offline_access' };
      expect(await introspect()).toMatchObject(lowered);
      expect(await ask('introspect', refresh)).toMatchObject({ active: true, ...lowered });
      const form = { grant_type: 'refresh_token', refresh_token: refresh.token };
      const tokens = await ask('token', form);
      expect(tokens).toMatchObject(lowered);
      refresh.token = String(tokens.refresh_token);
    } finally {
      await memberships.changeRole(userId, organisationId, 'owner');
    }
    await gateway.database.pool.query('delete from auth."oauthConsent" where "clientId" = $1', [
      client_id,
    ]);
    expect(await introspect()).toEqual({ active: false });
    const { token, ...hint } = refresh;
    for (const written of [token, `Bearer ${token}`]) {
      expect(await ask('introspect', { token: written, ...hint })).toEqual({ active: false });
    }
  });

  it('gives a client its new tokens though what they allow could not be looked up', async () => {
    const provider = await visitor.authorize(createProvider(), cookie);
    const { pool } = gateway.database;
    await pool.query('alter table auth."oauthConsent" rename to "awayConsent"');
    try {
      const refreshed = await visitor.refresh(provider);
      expect(refreshed.status).toBe(200);
      expect(await refreshed.json()).toMatchObject({
        access_token: expect.any(String),
        refresh_token: expect.any(String),
      });
    } finally {
      await pool.query('alter table auth."awayConsent" rename to "oauthConsent"');
    }
  });

  it('ends every token of the client for the person once a spent refresh token is used', async () => {
    const ping = async (token: string | undefined) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${gateway.url}/mcp`, { headers })).status;
    };
    // A token issued in the second of a revocation by an earlier test ends with it.
    const [provider, { access_token, refresh_token }] = await eventually(async () => {
      const client = await visitor.authorize(createProvider(), cookie);
      const refreshed = await visitor.refresh(client);
      expect(refreshed.status).toBe(200);
      const tokens = (await refreshed.json()) as Record<'access_token' | 'refresh_token', string>;
      return (await ping(tokens.access_token)) !== 401 && ([client, tokens] as const);
    });
    expect((await visitor.refresh(provider)).status).toBe(400);
    expect((await visitor.refresh(provider, { refresh_token })).status).toBe(400);
    await eventually(async () => (await ping(access_token)) === 401);
    await eventually(async () => (await ping(provider.saved?.access_token)) === 401);
  });

  it('gives one refresh token that is used eight times at once at most one successor', async () => {
    const provider = await visitor.authorize(createProvider(), cookie);
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.refresh(provider)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('names the scopes to a client that was given none for the tools', async () => {
    // A token issued in the second of the previous test's role change ends with that change.
    await eventually(async () => {
      const { saved } = await visitor.authorize(createProvider(), cookie, 'chat offline_access');
      const authorization = `Bearer ${saved?.access_token}`;
      const response = await fetch(`${gateway.url}/mcp`, { headers: { authorization } });
      if (response.status === 401) return false;
      expect(response.status).toBe(403);
      const challenge = response.headers.get('www-authenticate');
      expect(challenge).toContain('error="insufficient_scope"');
      expect(challenge).toContain('scope="mcp chat documents:write"');
      return true;
    });
  });

  it('opens nothing but /mcp, and that as long as the person is a member', async () => {
    const { saved } = await visitor.authorize(createProvider(), cookie);
    const headers = { authorization: `Bearer ${saved?.access_token}` };
    expect((await visitor.fetchPublic(`${publicUrl}/api/me`, { headers })).status).toBe(401);
    const { pool } = gateway.database;
    await pool.query('update auth."user" set banned = true where id = $1', [made.userId]);
    await using other = await gateway.startReplica();
    const ping = () => fetch(`${other.url}/mcp`, { headers });
    expect((await ping()).status).toBe(401);
    await pool.query('update auth."user" set banned = false where id = $1', [made.userId]);
    // Tokens are dated in seconds: one issued in the second of the ban ends with it, once the
    // gateway has read it.
    await gateway.dependencies.revocations.refresh();
    await eventually(async () => {
      const again = await visitor.authorize(createProvider(), cookie);
      const authorization = `Bearer ${again.saved?.access_token}`;
      const answer = await fetch(`${gateway.url}/mcp`, { headers: { authorization } });
      return answer.status !== 401;
    });
  });

  it.each([
    ['the person takes the consent back', 'delete from auth."oauthConsent" where "clientId" = $1'],
    [
      'the client is disabled',
      'update auth."oauthClient" set disabled = true where "clientId" = $1',
    ],
    ['the client is deleted', 'delete from auth."oauthClient" where "clientId" = $1'],
  ])('opens nothing once %s', async (_, change) => {
    const provider = await visitor.authorize(createProvider(), cookie);
    const headers = { authorization: `Bearer ${provider.saved?.access_token}` };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const list = (url: string) => fetch(`${url}/mcp`, { method: 'POST', headers, body });
    expect((await list(gateway.url)).status).toBe(200);
    const client = (await provider.clientInformation())?.client_id;
    await gateway.database.pool.query(change, [client]);
    await using other = await gateway.startReplica();
    expect((await list(other.url)).status).toBe(401);
  });

  it('refreshes', async () => {
    const provider = await visitor.authorize(createProvider(), cookie);
    const refreshed = await visitor.refresh(provider, { resource: `${publicUrl}/mcp` });
    expect(refreshed.status).toBe(200);
    expect(await refreshed.json()).toMatchObject({ token_type: 'Bearer' });
  });

  it.each(['eyJhbGciOiJub25lIn0.e30.', 'not-a-token', ''])(
    'refuses other tokens: "%s"',
    async (token) => {
      const response = await visitor.fetchPublic(`${publicUrl}/mcp`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(401);
      const challenge = response.headers.get('www-authenticate');
      expect(challenge).toContain('resource_metadata=');
      expect(challenge).toContain('error="invalid_token"');
    },
  );
});
