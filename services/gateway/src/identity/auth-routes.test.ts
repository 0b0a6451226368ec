import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAuthRoutes } from '@lectern/contracts';
import { addPrincipal, sendRaw } from '@lectern/testing';
import {
  addOwner,
  owner,
  publicUrl,
  setPassword,
  signIn,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../test/start-gateway.ts';
import { isOpenAuthRoute } from './open-auth-paths.ts';

/** What any of the routes takes. */
const members = [
  ...['email', 'password', 'currentPassword', 'newPassword', 'token', 'code', 'id', 'name', 'slug'],
  ...['response', 'organizationId', 'organizationSlug', 'accept', 'scope', 'oauth_query', 'state'],
  ...['grant_type', 'redirect_uri', 'redirect_uris', 'client_id', 'client_secret', 'refresh_token'],
  ...['selected', 'created', 'postLogin', 'update', 'id_token_hint', 'callbackURL', 'issuer'],
];

let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;
let cookie: string;

beforeAll(async () => {
  gateway = await startGateway({
    SIGN_INS_PER_MINUTE: '1000',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'lectern',
    OIDC_CLIENT_SECRET: 'only-for-tests',
  });
  made = await addOwner(gateway);
  cookie = await signIn(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const post = (path: string, body: unknown) =>
  fetch(`${gateway.url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl, cookie },
    body: JSON.stringify(body),
  });

describe("better-auth's routes", () => {
  it('are closed but for a list, outside and inside of it', async () => {
    const { auth } = gateway.dependencies;
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
      const init = { method, headers: { origin: publicUrl, cookie } };
      const [outside, inside] = await Promise.all([
        fetch(gateway.url + path, init),
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
      `cookie: ${cookie}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ].join('\r\n');
    const answer = await sendRaw(gateway.url, `${head}\r\n\r\n${body}`, {
      limitMs: 5_000,
      untilAnswer: true,
    });
    expect(answer.status).toBe(400);
  });

  it.each([
    ['a wrong password', { email: owner.email, password: 'wrong' }, 401, 'unauthorized'],
    ['no address', { email: 'nobody', password: 'wrong' }, 400, 'invalid_request'],
    ['no password', { email: owner.email }, 400, 'invalid_request'],
  ])('refuse %s in the form of all errors, and in their own', async (_name, body, status, code) => {
    const answer = await post('/sign-in/email', body);
    const refusal = (await answer.json()) as { code: string; message: string };
    expect(answer.status).toBe(status);
    expect(refusal).toEqual({
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.any(String),
      error: {
        code,
        message: refusal.message,
        request_id: answer.headers.get('x-request-id'),
        details: expect.objectContaining({ reason: refusal.code.toLowerCase() }),
      },
    });
  });

  it('refuse all with a word, and who is signed in not as if they were not', async () => {
    const member = { userId: 'bob', organisationId: made.organisationId };
    await addPrincipal(gateway.database, { ...member, role: 'admin' });
    await setPassword(gateway, member.userId, owner.password);
    const signInAsMember = async () =>
      toCookieHeader(
        await post('/sign-in/email', { email: 'bob@example.org', password: owner.password }),
      );
    let session = await signInAsMember();
    const asked = { id: 'x', client_id: 'x', update: {}, redirect_uris: ['https://a.example/cb'] };
    const wordless: unknown[] = [];
    for (const route of Object.keys(openAuthRoutes)) {
      const [method, path] = route.split(' ') as [string, string];
      for (const [who, jar] of [
        ['nobody', {}],
        ['a member', { cookie: session }],
      ] as const) {
        const answer = await fetch(
          `${gateway.url}${path}${method === 'GET' && path.includes('/oauth2/') ? '?id=x&client_id=x' : ''}`,
          {
            method,
            redirect: 'manual',
            headers: { origin: publicUrl, 'content-type': 'application/json', ...jar },
            ...(method === 'POST' && { body: JSON.stringify(asked) }),
          },
        );
        const text = await answer.text();
        if (answer.status < 400) continue;
        const { error } = JSON.parse(text || '{}');
        const isOurs = error?.code && error.message && error.request_id;
        const isStandard = typeof error === 'string' && path.includes('/oauth2/');
        if (!isOurs && !isStandard) wordless.push([route, who, answer.status, text]);
        if (isOurs && who === 'a member' && answer.status === 401) wordless.push([route, text]);
      }
      if (/\/(?:sign-out|revoke|end-session)/.test(route)) session = await signInAsMember();
    }
    expect(wordless).toEqual([]);
  });

  it.each(['create-client', 'update-client', 'delete-client', 'client/rotate-secret'])(
    'tell a member that they may not use oauth2/%s',
    async (path) => {
      const session = toCookieHeader(
        await post('/sign-in/email', { email: 'bob@example.org', password: owner.password }),
      );
      const answer = await fetch(`${gateway.url}/api/auth/oauth2/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl, cookie: session },
        body: JSON.stringify({
          client_id: 'x',
          update: {},
          redirect_uris: ['https://a.example/cb'],
        }),
      });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        error: { code: 'forbidden', message: expect.stringMatching(/\w/) },
      });
    },
  );

  it("refuse OAuth's requests in the form of its standard", async () => {
    const refused = await fetch(`${gateway.url}/api/auth/oauth2/token`, {
      method: 'POST',
      headers: { origin: publicUrl },
      body: new URLSearchParams({ grant_type: 'magic' }),
    });
    expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/) });
  });

  it('are read by their exact name', async () => {
    expect((await post('/Sign-In/email', owner)).status).toBe(404);
    expect((await post('/sign-in/email', owner)).status).toBe(200);
  });

  it.each(['/get-session', '/list-sessions', '/organization/list', '/passkey/list-user-passkeys'])(
    'refuse a query parameter that %s does not have',
    async (path) => {
      const get = (query: string) =>
        fetch(`${gateway.url}/api/auth${path}${query}`, { headers: { cookie } });
      const refused = await get('?colour=red');
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { details: { field: 'colour' } } });
      expect((await get('')).status).toBe(200);
    },
  );

  it('take the parameters that the library knows, and any of OAuth', async () => {
    const get = (path: string) =>
      fetch(`${gateway.url}/api/auth${path}`, { headers: { cookie }, redirect: 'manual' });
    expect((await get('/get-session?disableCookieCache=true')).status).toBe(200);
    expect((await get('/jwks?x=1')).status).toBe(200);
    expect((await get('/.well-known/oauth-authorization-server?x=1')).status).toBe(200);
    expect((await get('/callback/oidc?state=a&code=b&session_state=c')).status).toBe(302);
  });

  it('read no body over 64 KB, announced or not, and none that is compressed', async () => {
    expect((await post('/sign-out', 'x'.repeat(70_000))).status).toBe(413);
    const chunk = `${(70_000).toString(16)}\r\n${'"'.repeat(70_000)}\r\n`;
    const head =
      'POST /api/auth/sign-out HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const answer = await sendRaw(gateway.url, `${head}transfer-encoding: chunked\r\n\r\n${chunk}`, {
      limitMs: 5_000,
      untilAnswer: true,
    });
    expect(answer.status).toBe(413);
    const compressed = await fetch(`${gateway.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: '{}',
    });
    expect(compressed.status).toBe(415);
  });

  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['a list', []],
    ['members of other types', Object.fromEntries(members.map((name) => [name, [{ $gt: name }]]))],
    ['texts that mean nothing', Object.fromEntries(members.map((name) => [name, 'nothing']))],
  ])('refuse %s with an answer of their own, whoever sends it', async (_what, body) => {
    const headers = { 'content-type': 'application/json', origin: publicUrl };
    const broken: string[] = [];
    for (const route of Object.keys(openAuthRoutes).filter((each) => each.startsWith('POST '))) {
      for (const who of [{}, { cookie }]) {
        const { status } = await fetch(`${gateway.url}${route.slice('POST '.length)}`, {
          method: 'POST',
          headers: { ...headers, ...who },
          redirect: 'manual',
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (status >= 500) broken.push(`${route} ${Object.keys(who)} ${status}`);
      }
      if (/\/(?:sign-out|revoke|end-session)/.test(route)) cookie = await signIn(gateway);
    }
    expect(broken).toEqual([]);
    const { rows } = await gateway.dependencies.pool.query(
      `select distinct action from auth.audit_log
       where action in ('password.changed', 'second_factor.enabled', 'second_factor.disabled',
         'second_factor.codes_replaced', 'passkey.removed')`,
    );
    expect(rows).toEqual([]);
  });

  it('read no body of a question', async () => {
    for (const path of ['get-session', 'error', 'callback/oidc?state=x', 'oauth2/end-session']) {
      const head = `GET /api/auth/${path} HTTP/1.1\r\nhost: localhost\r\n`;
      const body = 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
      const limits = { limitMs: 10_000, untilAnswer: true };
      const { status } = await sendRaw(gateway.url, head + body, limits);
      expect([path, status < 500 && status > 0]).toEqual([path, true]);
    }
  });

  it('keep the organisation of a session that is refused another one', async () => {
    await addPrincipal(gateway.database, { userId: 'eve', organisationId: 'of-eve' });
    for (const body of [
      { organizationId: 'of-eve' },
      { organizationSlug: 'of-eve' },
      { organizationId: null },
      { organizationId: 'x\u0001' },
    ]) {
      expect((await post('/organization/set-active', body)).status).toBe(403);
    }
    const me = await fetch(`${gateway.url}/api/me`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ organisation: { id: made.organisationId } });
    const again = await post('/organization/set-active', { organizationId: made.organisationId });
    expect(again.status).toBe(200);
  });

  it.each([
    ['/organization/create', { name: 'n'.repeat(401), slug: 'short' }],
    ['/organization/create', { name: 'Long', slug: randomBytes(4_000).toString('hex') }],
    ['/organization/create', { name: 'ж'.repeat(201), slug: 'wide' }],
    ['/sign-in/email', { email: `${'a'.repeat(400)}@example.org`, password: 'x' }],
    ['/sign-in/email', { email: owner.email, password: 'x'.repeat(600) }],
    ['/oauth2/create-client', { client_name: 'n'.repeat(500), redirect_uris: ['http://a/'] }],
  ])('take no name of any length at %s', async (path, body) => {
    const response = await post(path, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('bytes');
  });

  it.each([
    ['/organization/create', 'name', { slug: 'unseen' }],
    ['/passkey/update-passkey', 'name', { id: 'x' }],
    ['/oauth2/create-client', 'client_name', { redirect_uris: ['https://example.org/cb'] }],
  ])('refuse at %s a %s that nobody can see', async (path, field, body) => {
    for (const name of ['\u200b', '\u0301', '\u2800', '\u3164']) {
      const response = await post(path, { ...body, [field]: name });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { details: { field } } });
    }
  });

  it('keep names without signs that a terminal obeys or nobody sees', async () => {
    const made = await post('/organization/create', {
      name: 'Clear\u009b2J \u202eTower\u200b',
      slug: 'clear-tower',
    });
    expect(await made.json()).toMatchObject({ name: 'Clear 2J Tower' });
  });

  it('make one organisation of a slug, also when many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        post('/organization/create', { name: 'Race', slug: 'asked-for-by-many' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 400)]);
  });

  it('write administration down, from wherever it is called', async () => {
    const { auth } = gateway.dependencies;
    const created = await post('/organization/create', { name: 'Second', slug: 'second' });
    const { id } = (await created.json()) as { id: string };
    const someone = { userId: 'mia', organisationId: made.organisationId };
    await addPrincipal(gateway.database, someone);
    const headers = new Headers({ cookie });
    const { members } = await auth.api.listMembers({
      headers,
      query: { organizationId: made.organisationId },
    });
    const memberId = members.find(({ userId }) => userId === someone.userId)?.id ?? '';
    await auth.api.updateMemberRole({
      headers,
      body: { memberId, role: 'admin', organizationId: made.organisationId },
    });
    await auth.api.impersonateUser({ headers, body: { userId: someone.userId } });
    const { rows } = await gateway.database.pool.query(
      `select action, actor_id, target, organisation_id from auth.audit_log
       where action not in ('sign_in', 'sign_in.failed') order by id desc limit 3`,
    );
    const by = { actor_id: made.userId };
    const here = { organisation_id: made.organisationId };
    expect(rows).toEqual([
      { action: 'account.impersonated', target: someone.userId, ...by, ...here },
      { action: 'organization.update-member-role', target: memberId, ...by, ...here },
      { action: 'organisation.created', target: id, ...by, organisation_id: id },
    ]);
  });
});
