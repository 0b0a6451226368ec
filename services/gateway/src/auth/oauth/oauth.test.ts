import { describe, expect, it } from '@jest/globals';
import { makeCode } from '@lectern/testing';
import { Client } from '@modelcontextprotocol/client';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { request } from 'undici';
import { createProvider, readLocation } from '../../../test/mcp-client.ts';
import { setUpOAuthSite } from '../../../test/open-oauth-site.ts';
import { createAuthenticator, type PasskeyOptions } from '../../../test/software-authenticator.ts';
import {
  addOwner,
  owner,
  publicUrl,
  startGateway,
  toCookieHeader,
} from '../../../test/start-gateway.ts';

const site = await setUpOAuthSite();
const { gateway, made, visitor } = site;
let { cookie } = site;

describe('OAuth for MCP clients', () => {
  it('takes a client from nothing to calling the tools', async () => {
    const provider = await visitor.authorize(createProvider(), cookie);
    const token = provider.saved?.access_token ?? '';
    expect(decodeProtectedHeader(token).alg).toBe('EdDSA');
    expect(decodeJwt(token)).toMatchObject({
      iss: `${publicUrl}/api/auth`,
      aud: `${publicUrl}/mcp`,
      sub: made.userId,
      org: made.organisationId,
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(visitor.createTransport(provider));
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
      details: {
        name: expect.any(String),
        scopes: expect.arrayContaining(['mcp', 'offline_access']),
      },
    });
    const inside = gateway.mcp.seen.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    expect(inside).not.toBe(token);
    expect(decodeJwt(inside)).toMatchObject({
      sub: made.userId,
      org: made.organisationId,
      scopes: ['search', 'documents:read', 'documents:write', 'chat', 'mcp'],
    });
  });

  it('sends who is not signed in to the sign-in page, and on from there', async () => {
    const provider = createProvider();
    const page = await readLocation(
      await visitor.fetchPublic(await visitor.beginAuthorization(provider)),
    );
    expect(page.pathname).toBe('/oauth/sign-in');
    const signedIn = await visitor.post('/api/auth/sign-in/email', {
      email: owner.email,
      password: owner.password,
      oauth_query: page.search.slice(1),
    });
    expect(toCookieHeader(signedIn)).toContain('lectern.session_token=');
    expect((await readLocation(signedIn)).pathname).toBe('/oauth/consent');
  });

  it('asks for the second factor before the consent', async () => {
    const { email, password } = owner;
    const enable = { password };
    const enabled = await visitor.post('/api/auth/two-factor/enable', enable, { cookie });
    const { totpURI } = (await enabled.json()) as { totpURI: string };
    const code = (ahead = 0) => makeCode(new URL(totpURI).searchParams.get('secret') ?? '', ahead);
    const verify = '/api/auth/two-factor/verify-totp';
    const session = toCookieHeader(await visitor.post(verify, { code: code() }, { cookie }));
    const begun = await visitor.beginAuthorization(createProvider());
    const page = await readLocation(await visitor.fetchPublic(begun));
    const oauth_query = page.search.slice(1);
    const entered = await visitor.post('/api/auth/sign-in/email', { email, password, oauth_query });
    expect(await entered.json()).toMatchObject({ twoFactorRedirect: true });
    const jar = toCookieHeader(entered);
    const early = await visitor.fetchPublic(begun, { headers: { cookie: jar } });
    expect((await readLocation(early)).pathname).toBe('/oauth/sign-in');
    const proven = await visitor.post(verify, { code: code(1), oauth_query }, { cookie: jar });
    expect((await readLocation(proven)).pathname).toBe('/oauth/consent');
    const disabled = await visitor.post('/api/auth/two-factor/disable', enable, {
      cookie: session,
    });
    cookie = toCookieHeader(disabled);
  });

  it('goes on to the consent after a passkey', async () => {
    const device = createAuthenticator(publicUrl);
    const begin = '/api/auth/passkey/begin-registration';
    const begun = await visitor.post(begin, { password: owner.password }, { cookie });
    const registered = await visitor.post(
      '/api/auth/passkey/verify-registration',
      { response: device.register((await begun.json()) as PasskeyOptions) },
      { cookie: `${cookie}; ${toCookieHeader(begun)}` },
    );
    expect(registered.status).toBe(200);
    const page = await readLocation(
      await visitor.fetchPublic(await visitor.beginAuthorization(createProvider())),
    );
    const asked = await visitor.fetchPublic(
      `${publicUrl}/api/auth/passkey/generate-authenticate-options`,
    );
    const response = device.prove((await asked.json()) as PasskeyOptions);
    const entered = await visitor.post(
      '/api/auth/passkey/verify-authentication',
      { response, oauth_query: page.search.slice(1) },
      { cookie: toCookieHeader(asked) },
    );
    expect((await readLocation(entered)).pathname).toBe('/oauth/consent');
  });

  it('redirects a browser to the consent page, whose script then asks for the client', async () => {
    const provider = createProvider();
    const address = String(await visitor.beginAuthorization(provider)).replace(
      publicUrl,
      gateway.url,
    );
    const { statusCode, headers, body } = await request(address, {
      headers: { cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    });
    await body.dump();
    expect(statusCode).toBe(302);
    const page = new URL(String(headers.location), publicUrl);
    expect(page.pathname).toBe('/oauth/consent');
    const id = page.searchParams.get('client_id');
    const shown = await visitor.fetchPublic(
      `${publicUrl}/api/auth/oauth2/public-client?client_id=${id}`,
      {
        headers: { cookie },
      },
    );
    expect(await shown.json()).toMatchObject({ client_name: 'Test client' });
  });

  it('sends a browser whose request nobody can answer to the page of our own', async () => {
    const { headers, body } = await request(
      `${gateway.url}/api/auth/oauth2/authorize?response_type=code`,
      { headers: { cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' } },
    );
    await body.dump();
    const shown = new URL(String(headers.location), publicUrl);
    expect(shown.pathname).toBe('/oauth/error');
    expect(shown.searchParams.get('error')).toBe('invalid_request');
  });

  it('demands PKCE', async () => {
    const provider = createProvider();
    const address = await visitor.beginAuthorization(provider);
    address.searchParams.delete('code_challenge');
    address.searchParams.delete('code_challenge_method');
    const answer = await readLocation(await visitor.fetchPublic(address, { headers: { cookie } }));
    expect(answer.searchParams.get('error')).toBe('invalid_request');
  });

  it('tells where everything is', async () => {
    const resource = await visitor.fetchPublic(
      `${publicUrl}/.well-known/oauth-protected-resource/mcp`,
    );
    expect(await resource.json()).toMatchObject({
      resource: `${publicUrl}/mcp`,
      authorization_servers: [`${publicUrl}/api/auth`],
      scopes_supported: ['mcp', 'chat', 'documents:write'],
    });
    const server = await visitor.fetchPublic(
      `${publicUrl}/.well-known/oauth-authorization-server/api/auth`,
    );
    expect(await server.json()).toMatchObject({
      issuer: `${publicUrl}/api/auth`,
      code_challenge_methods_supported: ['S256'],
    });
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
