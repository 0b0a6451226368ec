import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { callback, readLocation } from '../../../test/mcp-client.ts';
import { setUpOAuthSite } from '../../../test/open-oauth-site.ts';
import { publicUrl, signIn } from '../../../test/start-gateway.ts';

const { gateway, cookie, visitor } = await setUpOAuthSite();
const { pool } = gateway.database;

const verifier = 'v'.repeat(64);

async function register(metadata: object = {}): Promise<{ id: string; secret: string }> {
  const registered = await visitor.post('/api/auth/oauth2/register', {
    client_name: 'Client',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'none',
    ...metadata,
  });
  const client = (await registered.json()) as { client_id: string; client_secret?: string };
  return { id: client.client_id, secret: client.client_secret ?? '' };
}

async function getCode(id: string, session = cookie): Promise<string> {
  const address = new URL(`${publicUrl}/api/auth/oauth2/authorize`);
  address.search = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: callback,
    state: 's',
    scope: 'mcp',
    resource: `${publicUrl}/mcp`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const page = await readLocation(
    await visitor.fetchPublic(address, { headers: { cookie: session } }),
  );
  if (page.searchParams.has('code')) return page.searchParams.get('code') ?? '';
  const agreed = await visitor.post(
    '/api/auth/oauth2/consent',
    { accept: true, oauth_query: page.search.slice(1) },
    { cookie: session },
  );
  return (await readLocation(agreed)).searchParams.get('code') ?? '';
}

async function exchange(
  form: Readonly<Record<string, string | undefined>>,
  headers: Record<string, string> = {},
): Promise<{ status: number; error: unknown; challenge: string | null; isKept: boolean }> {
  const given = Object.entries({
    grant_type: 'authorization_code',
    redirect_uri: callback,
    code_verifier: verifier,
    resource: `${publicUrl}/mcp`,
    ...form,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await visitor.fetchPublic(`${publicUrl}/api/auth/oauth2/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(given),
  });
  const body = (await answer.json()) as { error?: unknown };
  return {
    status: answer.status,
    error: body.error,
    challenge: answer.headers.get('www-authenticate'),
    isKept: !answer.headers.get('cache-control')?.includes('no-store'),
  };
}

const { id: clientId } = await register();
const { id: otherId } = await register();
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

/** RFC 6749, 5.2; RFC 7636, 4.6. */
describe('the token endpoint refuses', () => {
  it.each([
    ['a wrong verifier', { code_verifier: 'w'.repeat(64) }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
    ['another redirect_uri', { redirect_uri: `${callback}/other` }, 'invalid_grant'],
    ['no redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
    ["another client's code", { client_id: otherId }, 'invalid_grant'],
    ['the code of an unknown client', { client_id: 'unknown' }, 'invalid_grant'],
    ['a code that never was', { code: 'never' }, 'invalid_grant'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example.org/mcp' }, 'invalid_target'],
    ['another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no kind of grant', { grant_type: undefined }, 'invalid_request'],
    [
      'a refresh token that never was',
      { grant_type: 'refresh_token', refresh_token: 'x' },
      'invalid_grant',
    ],
  ])('%s', async (_what, form, error) => {
    const code = await getCode(clientId);
    const refused = await exchange({ client_id: clientId, code, ...form });
    expect(refused).toEqual({ status: 400, error, challenge: null, isKept: false });
  });

  it('what is no form', async () => {
    const answer = await visitor.post('/api/auth/oauth2/token', {
      grant_type: 'authorization_code',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining('application/x-www-form-urlencoded'),
    });
  });

  it.each(['token', 'introspect', 'revoke'])(
    'what comes in parts, with the type to send in its place, as %s does',
    async (name) => {
      const body = new FormData();
      body.set('grant_type', 'authorization_code');
      const answer = await fetch(`${gateway.url}/api/auth/oauth2/${name}`, {
        method: 'POST',
        body,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: 'invalid_request',
        error_description: 'Send application/x-www-form-urlencoded.',
      });
    },
  );

  it('a code that was used, and one that is too old', async () => {
    const used = { client_id: clientId, code: await getCode(clientId) };
    expect((await exchange(used)).status).toBe(200);
    expect(await exchange(used)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const old = { client_id: clientId, code: await getCode(clientId) };
    await pool.query(`update auth.verification set "expiresAt" = now() - interval '1 minute'`);
    expect(await exchange(old)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('a code whose session has ended since', async () => {
    const session = await signIn(gateway);
    const code = await getCode(clientId, session);
    await visitor.post('/api/auth/sign-out', {}, { cookie: session });
    const refused = await exchange({ client_id: clientId, code });
    expect(refused).toMatchObject({ status: 400, error: 'invalid_grant', isKept: false });
  });

  it('a client with a wrong secret, by the challenge of its own way to send it', async () => {
    const { id } = await register({ token_endpoint_auth_method: 'client_secret_basic' });
    const form = async () => ({ code: await getCode(id) });
    const byHeader = await exchange(await form(), basic(id, 'wrong'));
    expect(byHeader).toMatchObject({ status: 401, error: 'invalid_client', challenge: 'Basic' });
  });
});
