import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAuthRoutes } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { SignedInGateway } from '../../../test/signed-in-gateway.ts';
import { owner, publicUrl, setPassword, toCookieHeader } from '../../../test/start-gateway.ts';

/** Members that at least one of the routes accepts. */
const members = [
  ...['email', 'password', 'currentPassword', 'newPassword', 'token', 'code', 'id', 'name', 'slug'],
  ...['response', 'organizationId', 'organizationSlug', 'accept', 'scope', 'oauth_query', 'state'],
  ...['grant_type', 'redirect_uri', 'redirect_uris', 'client_id', 'client_secret', 'refresh_token'],
  ...['selected', 'created', 'postLogin', 'update', 'id_token_hint', 'callbackURL', 'issuer'],
];

let site: SignedInGateway;

beforeAll(async () => {
  site = await SignedInGateway.start();
});
afterAll(() => site[Symbol.asyncDispose]());

describe("refusals of better-auth's routes", () => {
  it.each([
    ['a wrong password', { email: owner.email, password: 'wrong' }, 401, 'unauthorized'],
    ['no address', { email: 'nobody', password: 'wrong' }, 400, 'invalid_request'],
    ['no password', { email: owner.email }, 400, 'invalid_request'],
  ])('refuse %s in the form of all errors, and in their own', async (_name, body, status, code) => {
    const answer = await site.post('/sign-in/email', body);
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
    const member = { userId: 'bob', organisationId: site.made.organisationId };
    await addPrincipal(site.gateway.database, { ...member, role: 'admin' });
    await setPassword(site.gateway, member.userId, owner.password);
    const signInAsMember = async () =>
      toCookieHeader(
        await site.post('/sign-in/email', { email: 'bob@example.org', password: owner.password }),
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
          `${site.gateway.url}${path}${method === 'GET' && path.includes('/oauth2/') ? '?id=x&client_id=x' : ''}`,
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
        await site.post('/sign-in/email', { email: 'bob@example.org', password: owner.password }),
      );
      const answer = await fetch(site.url(`/oauth2/${path}`), {
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
    const refused = await fetch(site.url(`/oauth2/token`), {
      method: 'POST',
      headers: { origin: publicUrl },
      body: new URLSearchParams({ grant_type: 'magic' }),
    });
    expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/) });
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
      for (const who of [{}, { cookie: site.cookie }]) {
        const { status } = await fetch(`${site.gateway.url}${route.slice('POST '.length)}`, {
          method: 'POST',
          headers: { ...headers, ...who },
          redirect: 'manual',
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (status >= 500) broken.push(`${route} ${Object.keys(who)} ${status}`);
      }
      if (/\/(?:sign-out|revoke|end-session)/.test(route)) await site.signInAgain();
    }
    expect(broken).toEqual([]);
    const { rows } = await site.gateway.dependencies.pool.query(
      `select distinct action from auth.audit_log
       where action in ('password.changed', 'second_factor.enabled', 'second_factor.disabled',
         'second_factor.codes_replaced', 'passkey.removed')`,
    );
    expect(rows).toEqual([]);
  });
});
