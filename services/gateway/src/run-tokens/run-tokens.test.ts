import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allScopes, type RunTokenRequest } from '@lectern/contracts';
import { createTestIdentity, type TestIdentity } from '@lectern/testing';
import { decodeJwt } from 'jose';
import { addOwner, signIn, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let llm: TestIdentity;
let mcp: TestIdentity;
let made: Awaited<ReturnType<typeof addOwner>>;
let session: { readonly id: string };
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  const gatewayIdentity = await createTestIdentity();
  llm = await createTestIdentity('llm');
  mcp = await createTestIdentity('mcp');
  const keys = [gatewayIdentity, llm, mcp].flatMap(({ jwks }) => JSON.parse(jwks).keys);
  gateway = resources.use(
    await startGateway({
      INTERNAL_JWKS: JSON.stringify({ keys }),
      INTERNAL_SIGNING_KEY: gatewayIdentity.signingKey,
    }),
  );
  made = await addOwner(gateway, ['chat', 'search']);
  await signIn(gateway);
  const { rows } = await gateway.database.pool.query('select id from auth.session');
  session = rows[0];
});
afterAll(() => resources.disposeAsync());

const ask = async (request: Partial<RunTokenRequest>, token?: string) => {
  const response = await fetch(`${gateway.url}/internal/run-tokens`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? (await llm.serviceToken('llm'))}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      user_id: made.userId,
      organisation_id: made.organisationId,
      credential: `session:${session.id}`,
      scopes: allScopes,
      run_id: 'turn-1',
      ...request,
    }),
  });
  return { status: response.status, body: (await response.json()) as { token: string } };
};

describe('a token for a run that goes on', () => {
  it('speaks for the person with what the run had', async () => {
    const { status, body } = await ask({ scopes: ['chat', 'search'] });
    expect(status).toBe(200);
    expect(decodeJwt(body.token)).toMatchObject({
      iss: 'gateway',
      sub: made.userId,
      org: made.organisationId,
      cred: `session:${session.id}`,
    });
    const scopes = ['search', 'documents:read', 'chat', 'mcp'];
    expect(decodeJwt(body.token).scopes).toEqual(scopes);
  });

  it('has no more than the key that began it', async () => {
    const { body } = await ask({ credential: `key:${made.keyId}` });
    const { scopes } = decodeJwt<{ scopes: string[] }>(body.token);
    expect(scopes).toEqual(['search', 'documents:read', 'chat', 'mcp']);
  });

  it.each([
    ['a key that is not theirs', { credential: 'key:nothing' }],
    ['a session that is none', { credential: 'session:nothing' }],
    ['an unknown credential', { credential: 'nothing' }],
    ['an organisation that they are not in', { organisation_id: 'elsewhere' }],
  ])('is refused for %s', async (_case, request) => {
    expect((await ask(request)).status).toBe(401);
  });

  it('is for the service alone that runs turns', async () => {
    expect((await ask({}, await llm.serviceToken('rag'))).status).toBe(403);
    expect((await ask({}, 'nonsense')).status).toBe(401);
  });

  it('is refused once the person is disabled', async () => {
    const { pool } = gateway.database;
    await pool.query('update auth."user" set banned = true where id = $1', [made.userId]);
    expect((await ask({})).status).toBe(401);
    await pool.query('update auth."user" set banned = false where id = $1', [made.userId]);
    await pool.query('delete from auth.session');
    expect((await ask({})).status).toBe(401);
  });
});

describe('what another service reports', () => {
  const event = {
    action: 'tool.called',
    target: 'weather',
    request_id: 'r-1',
    details: { server: 'weather', tool: 'forecast', outcome: 'ok' },
  };
  const report = async (token: string, events: readonly object[]) =>
    (
      await fetch(`${gateway.url}/internal/audit-events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          events: events.map((given) => ({
            organisation_id: made.organisationId,
            user_id: made.userId,
            ...given,
          })),
        }),
      })
    ).status;
  const list = (limit: number) =>
    gateway.dependencies.auditLog.list(made.organisationId, { limit, before: undefined });

  it('stands in the audit log; nobody else can report', async () => {
    expect(await report(await llm.serviceToken('rag'), [event])).toBe(403);
    expect(await report(made.key, [event])).toBe(401);
    expect(await report(await mcp.serviceToken('mcp'), [event])).toBe(204);
    expect(await list(1)).toMatchObject([{ ...event, actor_id: made.userId, address: null }]);
  });

  it('stands there in its order, all or none', async () => {
    const next = { ...event, request_id: 'r-2' };
    const last = { ...event, request_id: 'r-3' };
    const token = await mcp.serviceToken('mcp');
    expect(await report(token, [next, last])).toBe(204);
    expect(await report(token, [event, { ...event, action: 'sign_in' }])).toBe(400);
    expect(await list(3)).toMatchObject([last, next, event]);
  });

  it('stands there of a service of another version, whose names of events and fields are not known', async () => {
    const newer = { ...event, action: 'tool.held', reason: 'changed' };
    expect(await report(await mcp.serviceToken('mcp'), [newer])).toBe(204);
    expect(await list(1)).toMatchObject([{ ...event, action: 'tool.held' }]);
  });
});
