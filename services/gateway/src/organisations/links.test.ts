import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import {
  publicUrl,
  setPassword,
  startGateway,
  type TestGateway,
} from '../../test/start-gateway.ts';

let gateway: TestGateway;
let count = 0;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000' });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const sql = (text: string, values: unknown[] = []) => gateway.database.pool.query(text, values);

/** Creates an organisation with an admin who can create links, and a person to create them for. */
async function openOffice(
  roles: { maker: Role; target: Role } = { maker: 'admin', target: 'member' },
) {
  count += 1;
  const organisationId = `office-${count}`;
  const maker = { userId: `maker-${count}`, organisationId, role: roles.maker };
  const target = { userId: `target-${count}`, organisationId, role: roles.target };
  const boss = { userId: `boss-${count}`, organisationId, role: 'owner' as const };
  for (const person of [maker, target, boss]) await addPrincipal(gateway.database, person);
  return { organisationId, maker, target };
}
type Office = Awaited<ReturnType<typeof openOffice>>;

const post = (path: string, body: object) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify(body),
  });

const resetBy = async ({ maker, target }: Office, change: () => Promise<unknown>) => {
  const { token } = await gateway.dependencies.oneTimeTokens.addPassword(target.userId, maker);
  await change();
  return (await post('/api/password-resets', { token, password: 'correct-horse-battery' })).status;
};

const acceptBy = async ({ maker }: Office, role: Role, change: () => Promise<unknown>) => {
  const email = `new-${count}@example.org`;
  const { token } = await gateway.dependencies.invitations.add({
    organisationId: maker.organisationId,
    email,
    role,
    invitedBy: maker.userId,
  });
  await change();
  const person = { token, name: 'New', password: 'correct-horse-battery' };
  return (await post('/api/invitations/accept', person)).status;
};

const setRole = ({ userId, organisationId }: Office['maker'], role: Role) =>
  sql('update auth.member set role = $3 where "userId" = $1 and "organizationId" = $2', [
    userId,
    organisationId,
    role,
  ]);
const leave = ({ userId, organisationId }: Office['maker']) =>
  sql('delete from auth.member where "userId" = $1 and "organizationId" = $2', [
    userId,
    organisationId,
  ]);
const disable = ({ userId }: Office['maker']) =>
  sql('update auth."user" set banned = true where id = $1', [userId]);
const nothing = async () => {};

describe('a link for a new password', () => {
  it('works while its maker may make it', async () => {
    expect(await resetBy(await openOffice(), nothing)).toBe(204);
  });

  it.each(['session', 'account', 'verification', 'passkey', 'one_time_tokens'])(
    'works again after the database failed at %s, and nothing is changed by then',
    async (table) => {
      const { maker, target } = await openOffice();
      const { oneTimeTokens, passwords } = gateway.dependencies;
      await setPassword(gateway, target.userId, 'the-old-password');
      const { token } = await oneTimeTokens.addPassword(target.userId, maker);
      const reset = () =>
        post('/api/password-resets', { token, password: 'correct-horse-battery' });
      await sql(`create function auth.fail_now() returns trigger language plpgsql as $$
        begin raise exception 'the disk is gone'; end $$`);
      await sql(`create trigger fail_now before update or delete on auth.${table}
        for each statement execute function auth.fail_now()`);
      expect((await reset()).status).toBe(500);
      await sql('drop function auth.fail_now() cascade');
      expect(await passwords.isRight(target.userId, 'the-old-password')).toBe(true);
      expect((await reset()).status).toBe(204);
      expect(await passwords.isRight(target.userId, 'correct-horse-battery')).toBe(true);
      expect((await reset()).status).toBe(403);
    },
  );

  it.each([
    ['the maker was lowered', ({ maker }) => setRole(maker, 'member')],
    ['the maker left', ({ maker }) => leave(maker)],
    ['the maker was disabled', ({ maker }) => disable(maker)],
    ['the target was raised above the maker', ({ target }) => setRole(target, 'owner')],
    ['the target was raised', ({ target }) => setRole(target, 'admin')],
    ['the target left', ({ target }) => leave(target)],
    [
      'the target joined another organisation',
      ({ target }) => addPrincipal(gateway.database, { ...target, organisationId: 'elsewhere' }),
    ],
    [
      'the target became administrator of the installation',
      ({ target }) => sql(`update auth."user" set role = 'admin' where id = $1`, [target.userId]),
    ],
    [
      'the maker was lowered and raised again',
      async ({ maker }) => {
        await setRole(maker, 'member');
        await setRole(maker, 'admin');
      },
    ],
  ] as [string, (office: Office) => Promise<unknown>][])('ends when %s', async (_when, change) => {
    const office = await openOffice();
    expect(await resetBy(office, () => change(office))).toBe(403);
  });

  it('is the only one, also when many are made at once', async () => {
    const { maker, target } = await openOffice();
    const { oneTimeTokens } = gateway.dependencies;
    const links = await Promise.all(
      Array.from({ length: 6 }, () => oneTimeTokens.addPassword(target.userId, maker)),
    );
    const statuses: number[] = [];
    for (const { token } of links) {
      const answer = await post('/api/password-resets', {
        token,
        password: 'correct-horse-battery',
      });
      statuses.push(answer.status);
    }
    expect(statuses.sort()).toEqual([204, 403, 403, 403, 403, 403]);
  });
});

describe('links that are used at once', () => {
  let small: TestGateway;
  beforeAll(async () => {
    small = await startGateway({ DATABASE_POOL_SIZE: '2', SIGN_INS_PER_MINUTE: '1000' });
  });
  afterAll(async () => {
    await small[Symbol.asyncDispose]();
  });

  const people = async () => {
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) {
      const person = { userId: name, organisationId: 'small', role: 'member' as const };
      await addPrincipal(small.database, person);
    }
    return names;
  };
  const send = (path: string, body?: object) =>
    fetch(small.url + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', origin: publicUrl },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('wait for no connection that another one holds: the first owner', async () => {
    const token = await small.dependencies.oneTimeTokens.addSetup();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) => {
        const email = `owner-${number}@example.org`;
        return send('/api/setup', { token, name: 'Ada', email, password: 'correct-horse-battery' });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  });

  it('wait for no connection that another one holds: signing in', async () => {
    const { oneTimeTokens } = small.dependencies;
    const tokens = await Promise.all((await people()).map((id) => oneTimeTokens.addSignIn(id)));
    const answers = await Promise.all(tokens.map((token) => send(`/sign-in?token=${token}`)));
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(['/', '/', '/', '/']);
  });

  it('wait for no connection that another one holds: passwords', async () => {
    const { oneTimeTokens } = small.dependencies;
    const links = await Promise.all((await people()).map((id) => oneTimeTokens.addPassword(id)));
    const answers = await Promise.all(
      links.map(({ token }) =>
        send('/api/password-resets', { token, password: 'correct-horse-battery' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  });
});

describe('an invitation', () => {
  it('is the only one of its address, also when many are made at once', async () => {
    const { maker, organisationId } = await openOffice();
    const invitation = {
      organisationId,
      email: `only-${count}@example.org`,
      role: 'member' as const,
      invitedBy: maker.userId,
    };
    const made = await Promise.all(
      Array.from({ length: 6 }, () => gateway.dependencies.invitations.add(invitation)),
    );
    const { rowCount } = await sql('select 1 from auth.invitation where email = $1', [
      invitation.email,
    ]);
    expect([made.length, rowCount]).toEqual([6, 1]);
  });

  it('works while its maker may make it', async () => {
    expect(await acceptBy(await openOffice(), 'admin', nothing)).toBe(201);
  });

  it.each([
    ['its maker was lowered', ({ maker }) => setRole(maker, 'member')],
    ['its maker left', ({ maker }) => leave(maker)],
    ['its maker was disabled', ({ maker }) => disable(maker)],
    [
      'its maker left and came back',
      async ({ maker }) => {
        await leave(maker);
        await addPrincipal(gateway.database, maker);
      },
    ],
  ] as [string, (office: Office) => Promise<unknown>][])('ends when %s', async (_when, change) => {
    const office = await openOffice();
    expect(await acceptBy(office, 'admin', () => change(office))).toBe(403);
  });

  it('of an owner ends when its maker becomes an admin', async () => {
    const office = await openOffice({ maker: 'owner', target: 'member' });
    expect(await acceptBy(office, 'owner', () => setRole(office.maker, 'admin'))).toBe(403);
  });
});
