import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '@lectern/testing';
import { SignedInGateway } from '../../../test/signed-in-gateway.ts';
import { owner, publicUrl } from '../../../test/start-gateway.ts';
import { isOpenAuthRoute } from './open-auth-paths.ts';

let site: SignedInGateway;

beforeAll(async () => {
  site = await SignedInGateway.start();
});
afterAll(() => site[Symbol.asyncDispose]());

describe("better-auth's routes", () => {
  it('are closed but for a list, outside and inside of it', async () => {
    const { auth } = site.gateway.dependencies;
    const all = Object.values(auth.api).flatMap((endpoint) => {
      const { path, options } = endpoint as { path?: string; options?: { method: string } };
      return path && options ? [options.method].flat().map((method) => ({ method, path })) : [];
    });
    expect(all.length).toBeGreaterThan(80);
    const closed = all
      .map(({ method, path }) => ({ method, path: `/api/auth${path.replaceAll(/:\w+/g, 'x')}` }))
      .filter(({ method, path }) => !isOpenAuthRoute(method, path));
    expect(closed.length).toBeGreaterThan(60);
    for (const { method, path } of closed) {
      const init = { method, headers: { origin: publicUrl, cookie: site.cookie } };
      const [outside, inside] = await Promise.all([
        fetch(site.gateway.url + path, init),
        auth.handler(new Request(publicUrl + path, init)),
      ]);
      expect([path, outside.status, inside.status]).toEqual([path, 404, 404]);
    }
  });

  it.each([
    '/api/auth/x/../sign-in/email',
    '/api/auth/x/%2e%2e/sign-in/email',
    '/api/auth/x/.%2E/sign-in/email',
    '/api/auth\\sign-in\\email',
    '/api/auth/x\\..\\sign-in/email',
    '/api/auth/./sign-in/email',
    '/api/auth//sign-in/email',
    '//api/auth/sign-in/email',
    '/api/auth/sign-in%2femail',
    '/api/auth/%73ign-in/email',
    'http://localhost:8000/api/auth/x/../sign-in/email',
    '/api/auth/x/../organization/update-member-role',
    '/api/auth/x/../admin/impersonate-user',
  ])('are not reached by %s', async (path) => {
    const body = JSON.stringify(owner);
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `origin: ${publicUrl}`,
      `cookie: ${site.cookie}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ].join('\r\n');
    const answer = await sendRaw(site.gateway.url, `${head}\r\n\r\n${body}`, {
      limitMs: 5_000,
      untilAnswer: true,
    });
    expect(answer.status).toBe(400);
  });

  it('are read by their exact name', async () => {
    expect((await site.post('/Sign-In/email', owner)).status).toBe(404);
    expect((await site.post('/sign-in/email', owner)).status).toBe(200);
  });

  it.each(['/get-session', '/list-sessions', '/organization/list', '/passkey/list-user-passkeys'])(
    'refuse a query parameter that %s does not have',
    async (path) => {
      const refused = await site.get(`${path}?colour=red`);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { details: { field: 'colour' } } });
      expect((await site.get(path)).status).toBe(200);
    },
  );

  it('take the parameters that the library knows, and any of OAuth', async () => {
    expect((await site.get('/get-session?disableCookieCache=true')).status).toBe(200);
    expect((await site.get('/jwks?x=1')).status).toBe(200);
    expect((await site.get('/.well-known/oauth-authorization-server?x=1')).status).toBe(200);
    expect((await site.get('/callback/oidc?state=a&code=b&session_state=c')).status).toBe(302);
  });

  it('read no body over 64 KB, announced or not, and none that is compressed', async () => {
    expect((await site.post('/sign-out', 'x'.repeat(70_000))).status).toBe(413);
    const chunk = `${(70_000).toString(16)}\r\n${'"'.repeat(70_000)}\r\n`;
    const head =
      'POST /api/auth/sign-out HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const answer = await sendRaw(
      site.gateway.url,
      `${head}transfer-encoding: chunked\r\n\r\n${chunk}`,
      {
        limitMs: 5_000,
        untilAnswer: true,
      },
    );
    expect(answer.status).toBe(413);
    const compressed = await fetch(site.url(`/sign-in/email`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: '{}',
    });
    expect(compressed.status).toBe(415);
  });

  it('read no body of a question', async () => {
    for (const path of ['get-session', 'error', 'callback/oidc?state=x', 'oauth2/end-session']) {
      const head = `GET /api/auth/${path} HTTP/1.1\r\nhost: localhost\r\n`;
      const body = 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
      const limits = { limitMs: 10_000, untilAnswer: true };
      const { status } = await sendRaw(site.gateway.url, head + body, limits);
      expect([path, status < 500 && status > 0]).toEqual([path, true]);
    }
  });
});
