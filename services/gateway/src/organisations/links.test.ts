import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { addOwner, publicUrl, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let count = 0;

beforeAll(async () => {
  gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000' });
  await addOwner(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const sql = (text: string, values: unknown[] = []) => gateway.database.pool.query(text, values);

/** An organisation of an admin who may make links, and of somebody to make them for. */
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
});

describe('an invitation', () => {
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
