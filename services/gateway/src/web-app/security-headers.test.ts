import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addOwner,
  owner,
  publicUrl,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../test/start-gateway.ts';

const httpsUrl = 'https://docs.example.org';
const everywhere = [
  '/',
  '/setup',
  '/join',
  '/reset',
  '/oauth/consent',
  '/docs',
  '/assets/main-0123.js',
  '/openapi.json',
  '/health',
  '/api/me',
  '/api/auth/get-session',
  '/api/auth/oauth2/authorize',
  '/.well-known/oauth-protected-resource/mcp',
  '/mcp',
  '/nowhere',
];

let https: TestGateway;
let http: TestGateway;

beforeAll(async () => {
  https = await startGateway({ LECTERN_PUBLIC_URL: httpsUrl });
  http = await startGateway();
  await addOwner(https);
  await addOwner(http);
});
afterAll(async () => {
  await https[Symbol.asyncDispose]();
  await http[Symbol.asyncDispose]();
});

const signIn = (gateway: TestGateway, origin: string) =>
  fetch(`${gateway.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  });

describe('headers that guard browsers', () => {
  it.each(everywhere)('are on %s', async (path) => {
    const { headers } = await fetch(https.url + path, {
      headers: { origin: 'https://evil.example' },
      redirect: 'manual',
    });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-|\*|https?:)/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(['/api/me', '/api/auth/sign-in/email', '/api/auth/oauth2/token', '/mcp'])(
    'give another site no leave for a request to %s',
    async (path) => {
      const { headers } = await fetch(https.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, authorization',
        },
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('ask for TLS only where it is used', async () => {
    const { headers } = await fetch(http.url);
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('cookies', () => {
  it('belong to one host, under https alone', async () => {
    const signedIn = await signIn(https, httpsUrl);
    const cookies = signedIn.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-lectern\./);
      for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) {
        expect(cookie.split('; ')).toContain(part);
      }
      expect(cookie).not.toMatch(/domain=/i);
    }
    const me = await fetch(`${https.url}/api/me`, {
      headers: { cookie: toCookieHeader(signedIn) },
    });
    expect(me.status).toBe(200);
  });

  it('work on loopback without https', async () => {
    const cookies = (await signIn(http, publicUrl)).headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^lectern\./);
      expect(cookie).toContain('HttpOnly');
      expect(cookie).toContain('SameSite=Lax');
      expect(cookie).not.toContain('Secure');
    }
  });
});
