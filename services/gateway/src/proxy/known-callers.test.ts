import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '@lectern/testing';
import { addOwner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let authorization: string;

beforeAll(async () => {
  gateway = await startGateway({ ALLOWED_HOSTS: 'docs.example.org' });
  authorization = `Bearer ${(await addOwner(gateway)).key}`;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

describe('/mcp', () => {
  const ask = async (host: string, origin?: string) => {
    const lines = [
      'POST /mcp HTTP/1.1',
      `host: ${host}`,
      ...(origin === undefined ? [] : [`origin: ${origin}`]),
      `authorization: ${authorization}`,
      'content-length: 0',
    ];
    const limits = { limitMs: 5_000, untilAnswer: true };
    return (await sendRaw(gateway.url, `${lines.join('\r\n')}\r\n\r\n`, limits)).status;
  };

  it.each([
    'localhost:8000',
    'LOCALHOST',
    '127.0.0.1:9',
    '[::1]:8000',
    '10.1.2.3',
    'gateway:8000',
    'gateway.internal',
    'docs.example.org',
  ])('answers under the name %s', async (host) => {
    expect(await ask(host)).toBe(200);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    'docs.example.org.evil.example',
    '127.0.0.1.evil.example:8000',
    'evil.example:localhost',
    'internal.example',
  ])('asks nobody inside under the name %s', async (host) => {
    const before = gateway.mcp.seen.length;
    expect(await ask(host)).toBe(403);
    expect(gateway.mcp.seen).toHaveLength(before);
  });

  it('takes calls of our own pages alone, and of who is no page', async () => {
    const origins = ['http://localhost:6274', 'http://127.0.0.1:1', 'https://docs.example.org'];
    for (const origin of origins)
      expect([origin, await ask('localhost', origin)]).toEqual([origin, 200]);
    const foreign = ['https://evil.example', 'null', '', 'http://gateway', 'http://10.1.2.3'];
    for (const origin of foreign)
      expect([origin, await ask('localhost', origin)]).toEqual([origin, 403]);
  });
});
