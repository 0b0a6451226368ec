import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTokenVerifier } from '@lectern/service';
import { addPrincipal } from '@lectern/testing';
import { addOwner, owner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;

beforeAll(async () => {
  gateway = await startGateway();
  made = await addOwner(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const askToken = (key: string, body: unknown) =>
  fetch(`${gateway.url}/api/admin/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const addKey = async (scopes: readonly ('admin' | 'search')[], userId = made.userId) => {
  const { apiKeys } = gateway.dependencies;
  const { key } = await apiKeys.add({
    userId,
    organisationId: made.organisationId,
    name: 'test',
    scopes,
    expiresInDays: undefined,
  });
  return key;
};

describe('POST /api/admin/tokens', () => {
  it('gives a token that services take for the member', async () => {
    const response = await askToken(made.key, { email: owner.email.toUpperCase() });
    expect(response.status).toBe(201);
    const { token } = (await response.json()) as { token: string };
    const caller = await createTokenVerifier(JSON.parse(gateway.jwks)).verify(token);
    expect(caller).toMatchObject({
      kind: 'principal',
      issuer: 'gateway',
      principal: { userId: made.userId, organisationId: made.organisationId },
    });
  });

  it('gives no scope that the key lacks', async () => {
    const response = await askToken(await addKey(['admin']), { email: owner.email });
    const { token } = (await response.json()) as { token: string };
    const caller = await createTokenVerifier(JSON.parse(gateway.jwks)).verify(token);
    expect(caller).toMatchObject({ principal: { scopes: ['admin'] } });
  });

  it('gives no other scopes than the ones asked for, and never the rights of the administrator', async () => {
    const response = await askToken(made.key, { email: owner.email, scopes: ['search', 'chat'] });
    const { token } = (await response.json()) as { token: string };
    const caller = await createTokenVerifier(JSON.parse(gateway.jwks)).verify(token);
    const scopes = ['search', 'documents:read', 'chat', 'mcp'];
    expect(caller).toMatchObject({
      principal: { scopes, credential: expect.stringMatching(/^key:[^:]+:lent$/) },
    });
    expect(caller).not.toMatchObject({ principal: { isOperator: true } });
    expect((await askToken(made.key, { email: owner.email, scopes: ['all'] })).status).toBe(400);
  });

  it('opens no conversations of somebody else', async () => {
    const { organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'cid', organisationId });
    const response = await askToken(made.key, { email: 'cid@example.org' });
    const { token } = (await response.json()) as { token: string };
    const caller = await createTokenVerifier(JSON.parse(gateway.jwks)).verify(token);
    expect(caller).toMatchObject({
      principal: { scopes: expect.arrayContaining(['search']) },
    });
    expect(caller).not.toMatchObject({ principal: { scopes: expect.arrayContaining(['chat']) } });
  });

  it('lets an admin speak for a member, not for the owner', async () => {
    const { organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'ann', organisationId, role: 'admin' });
    await addPrincipal(gateway.database, { userId: 'bob', organisationId });
    const key = await addKey(['admin', 'search'], 'ann');
    expect((await askToken(key, { email: 'bob@example.org' })).status).toBe(201);
    expect((await askToken(key, { email: owner.email })).status).toBe(403);
  });

  it('refuses who lacks the scope admin, and an address that nobody has', async () => {
    const refused = await askToken(await addKey(['search']), { email: owner.email });
    expect(refused.status).toBe(403);
    expect((await askToken(made.key, { email: 'nobody@example.org' })).status).toBe(404);
    expect((await askToken(made.key, {})).status).toBe(400);
  });
});

describe('POST /api/admin/sign-in-resets', () => {
  const reset = (key: string, body: unknown) =>
    fetch(`${gateway.url}/api/admin/sign-in-resets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('takes the binding, the passkeys or the second factor away, once, and tells the organisations', async () => {
    const { pool } = gateway.database;
    const { organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'iris', organisationId });
    await pool.query(
      `insert into auth.account (id, "accountId", "providerId", "userId", "updatedAt")
       values ('1', 'https://id.example.org i', 'oidc', 'iris', now()),
         ('2', 'iris', 'credential', 'iris', now())`,
    );
    await pool.query(
      `insert into auth."twoFactor" (id, secret, "backupCodes", "userId") values ('1', 's', 'b', 'iris')`,
    );
    await pool.query(`update auth."user" set "twoFactorEnabled" = true where id = 'iris'`);
    await pool.query(
      `insert into auth.passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
       values ('1', '', 'iris', '1', 0, 'singleDevice', false)`,
    );
    await pool.query(
      `insert into auth.session (id, token, "userId", "expiresAt", "updatedAt")
       values ('1', '1', 'iris', now() + interval '1 day', now())`,
    );
    for (const what of ['oidc', 'passkeys', 'second_factor']) {
      const body = { email: 'Iris@example.org', what };
      expect(await (await reset(made.key, body)).json()).toEqual({ was_set: true });
      expect(await (await reset(made.key, body)).json()).toEqual({ was_set: false });
    }
    const left = await pool.query(`select "providerId" from auth.account where "userId" = 'iris'`);
    expect(left.rows).toEqual([{ providerId: 'credential' }]);
    const person = await pool.query(`select "twoFactorEnabled" from auth."user" where id = 'iris'`);
    expect(person.rows).toEqual([{ twoFactorEnabled: false }]);
    const sessions = await pool.query(`select 1 from auth.session where "userId" = 'iris'`);
    expect(sessions.rowCount).toBe(0);
    const [event] = await gateway.dependencies.auditLog.list(organisationId, {
      limit: 1,
      before: undefined,
    });
    expect(event).toMatchObject({ action: 'sign_in.reset', actor_id: made.userId, target: 'iris' });
  });

  it('is for the administrator of the installation, and for people that there are', async () => {
    const { organisationId } = made;
    await addPrincipal(gateway.database, { userId: 'john', organisationId, role: 'owner' });
    const body = { email: owner.email, what: 'second_factor' };
    expect((await reset(await addKey(['admin'], 'john'), body)).status).toBe(403);
    expect((await reset(made.key, { ...body, email: 'nobody@example.org' })).status).toBe(404);
    expect((await reset(made.key, { ...body, what: 'password' })).status).toBe(400);
  });
});

describe('GET /api/admin/health', () => {
  const ask = (key: string) =>
    fetch(`${gateway.url}/api/admin/health`, { headers: { authorization: `Bearer ${key}` } });

  it('tells the administrator of the installation everything that the services tell', async () => {
    gateway.rag.answer = (_request, response) => {
      response.end('{"status":"ok","name":"rag","version":"1","embedding_model":"m"}');
    };
    const health = await (await ask(made.key)).json();
    expect(health).toMatchObject({
      name: 'gateway',
      database: 'ok',
      services: { rag: { status: 'ok', embedding_model: 'm' } },
    });
    const open = await fetch(`${gateway.url}/health`);
    expect(JSON.stringify(await open.json())).not.toContain('embedding_model');
  });

  it('is closed to others', async () => {
    expect((await ask(await addKey(['search']))).status).toBe(403);
  });
});

describe('routes for the whole installation', () => {
  const routes = [
    ['GET', '/api/admin/health', 200],
    ['GET', '/api/admin/rebuild-index', 200],
    ['POST', '/api/admin/rebuild-index', 200],
  ] as const;
  const ask = (method: string, path: string, key: string) =>
    fetch(gateway.url + path, { method, headers: { authorization: `Bearer ${key}` } });

  it.each(routes)('%s %s is for its administrator alone', async (method, path, status) => {
    const { organisationId } = made;
    for (const role of ['admin', 'owner'] as const) {
      const userId = `${role}-${method}-${path}`;
      await addPrincipal(gateway.database, { userId, organisationId, role });
      const refused = await ask(method, path, await addKey(['admin'], userId));
      expect(await refused.json()).toMatchObject({
        error: {
          code: 'forbidden',
          message: 'This requires an administrator of the installation.',
        },
      });
    }
    expect((await ask(method, path, await addKey(['admin']))).status).toBe(status);
    if (path === '/api/admin/health') return;
    const sent = gateway.rag.seen.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    const caller = await createTokenVerifier(JSON.parse(gateway.jwks)).verify(sent);
    expect(caller).toMatchObject({ principal: { isOperator: true } });
  });
});
