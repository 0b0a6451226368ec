import { expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import { createProvider } from '../../../test/mcp-client.ts';
import { setUpOAuthSite } from '../../../test/open-oauth-site.ts';
import { owner, setPassword, toCookieHeader } from '../../../test/start-gateway.ts';

const { gateway, made, cookie, visitor } = await setUpOAuthSite();

const list = () =>
  gateway.dependencies.auditLog.list(made.organisationId, { limit: 50, before: undefined });
const listRemoved = async () =>
  (await list()).filter(({ action }) => action === 'oauth.consent_removed');

it('writes down who took a consent back, from which client, and of which scopes', async () => {
  await addPrincipal(gateway.database, { userId: 'bob', organisationId: made.organisationId });
  await setPassword(gateway, 'bob', owner.password);
  const signedIn = await visitor.post('/api/auth/sign-in/email', {
    email: 'bob@example.org',
    password: owner.password,
  });
  const client = await visitor.authorize(createProvider(), cookie);
  const { rows } = await gateway.database.pool.query('select id from auth."oauthConsent"');
  const remove = (id: unknown, session: string) =>
    visitor.post('/api/auth/oauth2/delete-consent', { id }, { cookie: session });

  const refused = [
    await remove(rows[0].id, toCookieHeader(signedIn)),
    await remove('nothing', cookie),
    await remove([], cookie),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 400]);
  for (const answer of refused.slice(0, 2)) {
    expect(await answer.json()).toEqual({
      error: {
        code: 'not_found',
        message: 'Not found.',
        request_id: expect.any(String),
      },
    });
  }
  expect(await listRemoved()).toEqual([]);

  const removed = await remove(rows[0].id, cookie);
  expect(removed.status).toBe(200);
  expect(await listRemoved()).toMatchObject([
    {
      actor_id: made.userId,
      target: client.clientId,
      details: { name: 'Test client', scopes: expect.arrayContaining(['mcp']) },
      request_id: removed.headers.get('x-request-id'),
    },
  ]);
});
