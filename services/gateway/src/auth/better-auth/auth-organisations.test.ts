import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import { SignedInGateway } from '../../../test/signed-in-gateway.ts';
import { owner } from '../../../test/start-gateway.ts';

let site: SignedInGateway;

beforeAll(async () => {
  site = await SignedInGateway.start();
});
afterAll(() => site[Symbol.asyncDispose]());

describe("organisations and names of better-auth's routes", () => {
  it('keep the organisation of a session that is refused another one', async () => {
    await addPrincipal(site.gateway.database, { userId: 'eve', organisationId: 'of-eve' });
    for (const body of [
      { organizationId: 'of-eve' },
      { organizationSlug: 'of-eve' },
      { organizationId: null },
      { organizationId: 'x\u0001' },
    ]) {
      expect((await site.post('/organization/set-active', body)).status).toBe(403);
    }
    const me = await fetch(`${site.gateway.url}/api/me`, { headers: { cookie: site.cookie } });
    expect(await me.json()).toMatchObject({ organisation: { id: site.made.organisationId } });
    const again = await site.post('/organization/set-active', {
      organizationId: site.made.organisationId,
    });
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
    const response = await site.post(path, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('bytes');
  });

  it.each([
    ['/organization/create', 'name', { slug: 'unseen' }],
    ['/passkey/update-passkey', 'name', { id: 'x' }],
    ['/oauth2/create-client', 'client_name', { redirect_uris: ['https://example.org/cb'] }],
  ])('refuse at %s a %s that nobody can see', async (path, field, body) => {
    for (const name of ['\u200b', '\u0301', '\u2800', '\u3164']) {
      const response = await site.post(path, { ...body, [field]: name });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { details: { field } } });
    }
  });

  it('keep names without signs that a terminal obeys or nobody sees', async () => {
    const made = await site.post('/organization/create', {
      name: 'Clear\u009b2J \u202eTower\u200b',
      slug: 'clear-tower',
    });
    expect(await made.json()).toMatchObject({ name: 'Clear 2J Tower' });
  });

  it('make one organisation of a slug, also when many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        site.post('/organization/create', { name: 'Race', slug: 'asked-for-by-many' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 400)]);
  });

  it('write administration down, from wherever it is called', async () => {
    const { auth } = site.gateway.dependencies;
    const created = await site.post('/organization/create', { name: 'Second', slug: 'second' });
    const { id } = (await created.json()) as { id: string };
    const someone = { userId: 'mia', organisationId: site.made.organisationId };
    await addPrincipal(site.gateway.database, someone);
    const headers = new Headers({ cookie: site.cookie });
    const { members } = await auth.api.listMembers({
      headers,
      query: { organizationId: site.made.organisationId },
    });
    const memberId = members.find(({ userId }) => userId === someone.userId)?.id ?? '';
    await auth.api.updateMemberRole({
      headers,
      body: { memberId, role: 'admin', organizationId: site.made.organisationId },
    });
    await auth.api.impersonateUser({ headers, body: { userId: someone.userId } });
    const { rows } = await site.gateway.database.pool.query(
      `select action, actor_id, target, organisation_id from auth.audit_log
       where action not in ('sign_in', 'sign_in.failed') order by id desc limit 3`,
    );
    const by = { actor_id: site.made.userId };
    const here = { organisation_id: site.made.organisationId };
    expect(rows).toEqual([
      { action: 'account.impersonated', target: someone.userId, ...by, ...here },
      { action: 'member.role_changed', target: memberId, ...by, ...here },
      { action: 'organisation.created', target: id, ...by, organisation_id: id },
    ]);
  });
});
