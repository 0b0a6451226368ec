import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import {
  addOwner,
  owner,
  publicUrl,
  signIn,
  startGateway,
  type TestGateway,
} from '../../../test/start-gateway.ts';

let gateway: TestGateway;
let cookie: string;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000', ORGANISATION_CREATION: 'members' });
  await addOwner(gateway);
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

/** Ends all connections of the gateway, and rejects new ones during the work. */
async function withoutDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const url = new URL(gateway.database.url);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    return await work();
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
}

describe('while the database takes no connection', () => {
  it.each([
    ['a new organisation', '/organization/create', { name: 'Second', slug: 'second' }],
    ['a change of password', '/change-password', { currentPassword: 'a', newPassword: 'b' }],
    ['a sign-in', '/sign-in/email', { email: owner.email, password: owner.password }],
    ['a sign-out', '/sign-out', {}],
  ])(
    '%s is refused for that reason, and not as if nobody were signed in',
    async (_, path, body) => {
      const response = await withoutDatabase(() => post(path, body));
      expect([response.status, await response.json()]).toMatchObject([
        503,
        { error: { code: 'service_unavailable' } },
      ]);
      const me = await fetch(`${gateway.url}/api/me`, { headers: { cookie } });
      expect(me.status).toBe(200);
    },
  );
});
