import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import { type MailServer, startMailServer } from '../../test/mail-server.ts';
import { addOwner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let mailServer: MailServer;
let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;

beforeAll(async () => {
  mailServer = await startMailServer();
  gateway = await startGateway({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Lectern <lectern@example.org>',
  });
  made = await addOwner(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
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
    await gateway.database.pool.query('update auth.organization set name = $2 where id = $1', [
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
