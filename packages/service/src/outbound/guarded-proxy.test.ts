import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createAddressGuard } from './address-guard.ts';
import { openGuardedProxy } from './guarded-proxy.ts';

const closers: (() => Promise<void> | void)[] = [];
let port: number;
let proxy: URL;
beforeEach(async () => {
  const server = createServer((incoming, response) => {
    response.end(JSON.stringify([incoming.url, incoming.headers['proxy-authorization'] ?? null]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  port = (server.address() as AddressInfo).port;
  const guard = createAddressGuard({
    protocols: ['https:', 'http:'],
    privateHosts: ['permitted.test'],
    resolveHost: async (host) => {
      if (host === 'unknown.test') throw new Error('not found');
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  proxy = new URL(await openGuardedProxy(guard, (close) => void closers.push(close)));
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const ask = (method: string, path: string, password = proxy.password) =>
  new Promise<{ status: number; body?: unknown }>((resolve, reject) => {
    const headers = {
      'proxy-authorization': `Basic ${Buffer.from(`lectern:${password}`).toString('base64')}`,
    };
    const asked = request({ host: proxy.hostname, port: proxy.port, method, path, headers });
    asked.on('connect', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode });
    });
    asked.on('response', async (response) => {
      const parts = await response.toArray();
      const text = Buffer.concat(parts).toString();
      resolve({ status: response.statusCode ?? 0, ...(text && { body: JSON.parse(text) }) });
    });
    asked.on('error', reject).end();
  });

it('passes requests on to permitted hosts, without its password', async () => {
  expect(await ask('GET', `http://permitted.test:${port}/a?b`)).toEqual({
    status: 200,
    body: ['/a?b', null],
  });
  expect(await ask('CONNECT', `permitted.test:${port}`)).toEqual({ status: 200 });
});

it('refuses other hosts, other programs and unknown names', async () => {
  for (const host of ['refused.test', '127.0.0.1', '[::1]']) {
    expect(await ask('GET', `http://${host}:${port}/`)).toEqual({ status: 403 });
    expect(await ask('CONNECT', `${host}:${port}`)).toEqual({ status: 403 });
  }
  expect(await ask('GET', `http://permitted.test:${port}/`, 'wrong')).toEqual({ status: 407 });
  expect(await ask('CONNECT', `permitted.test:${port}`, 'wrong')).toEqual({ status: 407 });
  expect(await ask('CONNECT', 'unknown.test:443')).toEqual({ status: 502 });
  expect(await ask('CONNECT', '')).toEqual({ status: 400 });
});
