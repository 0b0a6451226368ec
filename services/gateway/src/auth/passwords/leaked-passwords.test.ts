import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal, type ListeningApp, listenOnFreePort } from '@lectern/testing';
import {
  addOwner,
  owner,
  publicUrl,
  startGateway,
  type TestGateway,
  toCookieHeader,
} from '../../../test/start-gateway.ts';

let leakedList: ListeningApp;
const askedFor: string[] = [];
let answerList = (response: ServerResponse): unknown => response.end('');
let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;
let count = 0;

beforeAll(async () => {
  leakedList = await listenOnFreePort((request, response) => {
    askedFor.push(request.url ?? '');
    answerList(response);
  });
  gateway = await startGateway({ LEAKED_PASSWORDS_URL: `${leakedList.url}/range` });
  made = await addOwner(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await leakedList[Symbol.asyncDispose]();
});

const post = (path: string, body: object) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify(body),
  });

describe('a new password that leaked', () => {
  const password = 'correct-horse-battery';
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  const reset = async (token: string) => post('/api/password-resets', { token, password });
  const makeToken = async () => {
    count += 1;
    const userId = `forgetful-${count}`;
    await addPrincipal(gateway.database, { userId, organisationId: made.organisationId });
    return (await gateway.dependencies.oneTimeTokens.addPassword(userId)).token;
  };

  it('is refused by the beginning of its hash alone, and the link goes on working', async () => {
    answerList = (response) => response.end(`0123456789:4\r\n${hash.slice(5)}:17\r\n`);
    const token = await makeToken();
    const refused = await reset(token);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { details: { field: 'password' } } });
    expect(askedFor.at(-1)).toBe(`/range/${hash.slice(0, 5)}`);
    const invitation = await gateway.dependencies.invitations.add({
      organisationId: made.organisationId,
      email: 'new@example.org',
      role: 'member',
      invitedBy: made.userId,
    });
    const person = { token: invitation.token, name: 'New', password };
    expect((await post('/api/invitations/accept', person)).status).toBe(400);
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
