import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Role } from '@lectern/contracts';
import { addPrincipal, type ListeningApp, listenOnFreePort } from '@lectern/testing';
import { type MailServer, startMailServer } from '../../test/mail-server.ts';
import {
  addOwner,
  owner,
  publicUrl,
  setPassword,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../test/start-gateway.ts';

let mailServer: MailServer;
let leakedList: ListeningApp;
const askedFor: string[] = [];
let answerList: (response: ServerResponse) => void;

let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;
let count = 0;

beforeAll(async () => {
  mailServer = await startMailServer();
  leakedList = await listenOnFreePort((request, response) => {
    askedFor.push(request.url ?? '');
    answerList(response);
  });
  gateway = await startGateway({
    SIGN_INS_PER_MINUTE: '1000',
    LEAKED_PASSWORDS_URL: `${leakedList.url}/range`,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Lectern <lectern@example.org>',
  });
  made = await addOwner(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
  await leakedList[Symbol.asyncDispose]();
});

beforeEach(() => {
  answerList = (response) => response.end('');
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

function decodeQuotedPrintable(encoded: string): string {
  const bytes = encoded
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString();
}

describe('a link is mailed', () => {
  const ask = async (path: string, body: object = {}, language = 'en') => {
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${made.key}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      ...(path.startsWith('/api/invitations') && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { link: string; mailed: boolean };
  };
  const invite = (email: string, language?: string) => ask('/api/invitations', { email }, language);
  const readLast = () => {
    const { to, source } = mailServer.mails.at(-1) ?? { to: [], source: '' };
    const [head = '', body = ''] = source.split('\r\n\r\n', 2);
    const encoded = source.slice(head.length + 4);
    const text = head.includes('base64')
      ? Buffer.from(encoded, 'base64').toString()
      : decodeQuotedPrintable(encoded);
    return { to, head, text: text || body };
  };

  it('to the invited person, in the language of who invites', async () => {
    await sql('update auth.organization set name = $2 where id = $1', [
      made.organisationId,
      'Bad\r\nBcc: all@example.com http://evil.example evil。example．net',
    ]);
    const { link, mailed } = await invite('pia@example.org');
    expect(mailed).toBe(true);
    const { to, head, text } = readLast();
    expect(to).toEqual(['pia@example.org']);
    expect(head).toContain('From: Lectern <lectern@example.org>');
    expect(head).not.toMatch(/^bcc:/im);
    expect(text).toContain(link);
    expect(text).not.toMatch(/evil[.。．]example|example[.．]net/);
    const russian = await invite('olga@example.org', 'ru-RU,ru;q=0.9,en;q=0.5');
    expect(readLast().text).toContain('Вас пригласили');
    expect(readLast().text).toContain(russian.link);
  });

  it('to the member whose password is set anew', async () => {
    const member = { userId: 'quin', organisationId: made.organisationId };
    await addPrincipal(gateway.database, member);
    const { link, mailed } = await ask('/api/members/quin/password-link');
    expect(mailed).toBe(true);
    expect(readLast()).toMatchObject({
      to: ['quin@example.org'],
      text: expect.stringContaining(link),
    });
  });

  it('once more when the server is busy, and is shown all the same when it refuses', async () => {
    mailServer.refusals.push(451);
    expect(await invite('rosa@example.org')).toMatchObject({ mailed: true });
    mailServer.refusals.push(550);
    const refused = await invite('sam@example.org');
    expect(refused).toMatchObject({ mailed: false, link: expect.stringContaining('/join?token=') });
    expect(mailServer.refusals).toEqual([]);
    expect(readLast().to).toEqual(['rosa@example.org']);
  });
});

describe('a new password that leaked', () => {
  const password = 'correct-horse-battery';
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  const reset = async (token: string) => post('/api/password-resets', { token, password });
  const makeToken = async () => {
    const { target, maker } = await openOffice();
    return (await gateway.dependencies.oneTimeTokens.addPassword(target.userId, maker)).token;
  };

  it('is refused by the beginning of its hash alone, and the link goes on working', async () => {
    answerList = (response) => response.end(`0123456789:4\r\n${hash.slice(5)}:17\r\n`);
    const token = await makeToken();
    const refused = await reset(token);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { details: { field: 'password' } } });
    expect(askedFor.at(-1)).toBe(`/range/${hash.slice(0, 5)}`);
    const { maker } = await openOffice();
    expect(await acceptBy({ maker, target: maker } as Office, 'member', nothing)).toBe(400);
    answerList = (response) => response.end(`${hash.slice(5)}:0\r\n`);
    expect((await reset(token)).status).toBe(204);
  });

  it('is refused where somebody changes theirs', async () => {
    const signedIn = await post('/api/auth/sign-in/email', owner);
    answerList = (response) => response.end(`${hash.slice(5)}:17\r\n`);
    const changed = await fetch(`${gateway.url}/api/auth/change-password`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: publicUrl,
        cookie: toCookieHeader(signedIn),
      },
      body: JSON.stringify({ currentPassword: owner.password, newPassword: password }),
    });
    expect(changed.status).toBe(400);
    expect(await changed.json()).toMatchObject({ code: 'PASSWORD_LEAKED' });
  });

  it('is taken where the list is away or out of order', async () => {
    answerList = (response) => response.writeHead(503).end();
    expect((await reset(await makeToken())).status).toBe(204);
    answerList = (response) => response.destroy();
    expect((await reset(await makeToken())).status).toBe(204);
  });
});
