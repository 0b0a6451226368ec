import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import {
  addOwner,
  publicUrl,
  signIn,
  startGateway,
  type TestGateway,
} from '../../../test/start-gateway.ts';

let gateway: TestGateway;
let cookie: string;
let made: Awaited<ReturnType<typeof addOwner>>;

beforeAll(async () => {
  gateway = await startGateway();
  made = await addOwner(gateway);
  cookie = await signIn(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const call = (path: string, key: string, init: RequestInit = {}) =>
  fetch(`${gateway.url}${path}`, { ...init, headers: { authorization: `Bearer ${key}` } });

const createKey = async (body: unknown, headers: Record<string, string> = { cookie }) =>
  fetch(`${gateway.url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl, ...headers },
    body: JSON.stringify(body),
  });

describe('API keys', () => {
  it('are shown once, kept hashed, listed by their start', async () => {
    const created = await createKey({ name: 'reader', scopes: ['search'], expires_in_days: 30 });
    expect(created.status).toBe(201);
    const { key, ...rest } = (await created.json()) as { key: string; id: string; start: string };
    expect(key).toMatch(/^lct_\w{40,}$/);
    expect(key.startsWith(rest.start)).toBe(true);

    const list = await fetch(`${gateway.url}/api/keys`, { headers: { cookie } });
    const { keys } = (await list.json()) as { keys: { id: string }[] };
    expect(keys.find(({ id }) => id === rest.id)).toEqual({ ...rest, last_used_at: null });
    const { rows } = await gateway.database.pool.query('select * from auth.apikey');
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('open what their scopes name and nothing else', async () => {
    const created = await createKey({ name: 'searcher', scopes: ['search'] });
    const { key } = (await created.json()) as { key: string };
    expect((await call('/api/search', key, { method: 'POST', body: '{}' })).status).toBe(200);
    const refused = await call('/api/documents', key);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: { code: 'forbidden', details: { scope: 'documents:read' } },
    });
    expect((await call('/mcp', key, { method: 'POST', body: '{}' })).status).toBe(403);
    expect((await call('/api/keys', key)).status).toBe(403);
  });

  it('stop working when they are deleted', async () => {
    const created = await createKey({ name: 'short', scopes: ['documents:read'] });
    const { key, id } = (await created.json()) as { key: string; id: string };
    expect((await call('/api/documents', key)).status).toBe(200);
    const deleted = await call(`/api/keys/${id}`, made.key, { method: 'DELETE' });
    expect(deleted.status).toBe(204);
    expect((await call('/api/documents', key)).status).toBe(401);
    expect((await call(`/api/keys/${id}`, made.key, { method: 'DELETE' })).status).toBe(404);
  });

  it('stop working when they expire', async () => {
    const created = await createKey({ name: 'old', scopes: ['search'], expires_in_days: 1 });
    const { key, id } = (await created.json()) as { key: string; id: string };
    await gateway.database.pool.query(
      `update auth.apikey set "expiresAt" = now() - interval '1 second' where id = $1`,
      [id],
    );
    expect((await call('/api/me', key)).status).toBe(401);
  });

  it('have no more rights than their owner has now', async () => {
    const { pool } = gateway.database;
    await addPrincipal(gateway.database, { userId: 'bob', organisationId: made.organisationId });
    const bob = { userId: 'bob', organisationId: made.organisationId };
    const add = () =>
      gateway.dependencies.apiKeys.add({
        ...bob,
        name: 'bob',
        scopes: ['search', 'documents:write', 'admin'],
        expiresInDays: undefined,
      });
    const readScopes = async () => {
      const response = await call('/api/me', (await add()).key);
      return response.status === 200
        ? ((await response.json()) as { scopes: string[] }).scopes
        : [];
    };
    expect(await readScopes()).toEqual(['search', 'documents:write']);
    await addPrincipal(gateway.database, { ...bob, role: 'viewer' });
    expect(await readScopes()).toEqual(['search']);
    await addPrincipal(gateway.database, { ...bob, role: 'viewer', disabled: true });
    expect(await readScopes()).toEqual([]);
    await addPrincipal(gateway.database, { ...bob, role: 'viewer' });
    await pool.query(`delete from auth.member where "userId" = 'bob'`);
    expect(await readScopes()).toEqual([]);
  });

  it('cannot be given scopes that their maker lacks', async () => {
    const created = await createKey({ name: 'keeper', scopes: ['admin', 'search'] });
    const { key } = (await created.json()) as { key: string };
    const refused = await createKey(
      { name: 'more', scopes: ['chat'] },
      { authorization: `Bearer ${key}` },
    );
    expect(refused.status).toBe(403);
  });

  it('cannot be made to outlive the key that makes them', async () => {
    const created = await createKey({ name: 'short', scopes: ['admin'], expires_in_days: 2 });
    const { key } = (await created.json()) as { key: string };
    const make = async (days?: number) => {
      const body = { name: 'child', scopes: ['admin'], ...(days && { expires_in_days: days }) };
      return (await createKey(body, { authorization: `Bearer ${key}` })).status;
    };
    expect([await make(), await make(3), await make(1)]).toEqual([403, 403, 201]);
  });

  it.each([
    [{ name: '', scopes: ['search'] }, 'name'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['everything'] }, 'scopes.0'],
    [{ name: 'x', scopes: ['search'], expires_in_days: 0 }, 'expires_in_days'],
    [{ name: 'x', scopes: ['search'], user_id: 'bob' }, 'user_id'],
  ])('are refused with the field named: %j', async (body, field) => {
    const response = await createKey(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { field } } });
  });

  it('are as many as the organisation may have, also when many are made at once', async () => {
    await using small = await startGateway({}, { limits: { apiKeys: 3 } });
    const { key } = await addOwner(small);
    const ask = (method: string, path: string, body?: object) =>
      fetch(small.url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      });
    const make = () => ask('POST', '/api/keys', { name: 'k', scopes: ['search'] });
    expect((await make()).status).toBe(201);
    // Opens the database connections first, so that the requests below run at the same time.
    const { pool } = small.dependencies;
    await Promise.all(Array.from({ length: 8 }, () => pool.query('select 1')));
    const answers = await Promise.all(Array.from({ length: 8 }, make));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(7);
    const { rows } = await small.database.pool.query('select id from auth.apikey');
    expect(rows).toHaveLength(3);
    for (const answer of [...refused, await make()]) {
      expect(await answer.json()).toMatchObject({
        error: { code: 'quota_exceeded', details: { quota: 'api_keys', used: 3, limit: 3 } },
      });
    }
  });

  it('are made by our own routes only', async () => {
    const response = await fetch(`${gateway.url}/api/auth/api-key/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, cookie },
      body: JSON.stringify({ name: 'x' }),
    });
    expect(response.status).toBe(404);
  });

  it.each(['lct_unknown', 'sk-other', ''])('that are unknown are refused: "%s"', async (key) => {
    expect((await call('/api/me', key)).status).toBe(401);
  });
});
