import type { LookupAddress } from 'node:dns';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type HttpsSite, listenOnFreePort, siteHost, startHttpsSite } from '@lectern/testing';
import { AddressRefusedError } from './address-guard.ts';
import { type GuardedFetch, openGuardedFetch } from './guarded-fetch.ts';

const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };

let site: HttpsSite;
let answer: RequestListener;
let asked: number;
let resources: AsyncDisposableStack;
const answerHello: RequestListener = (_request, response) => response.end('hello');

beforeAll(async () => {
  site = await startHttpsSite((request, response) => {
    asked += 1;
    answer(request, response);
  });
});
beforeEach(() => {
  asked = 0;
  resources = new AsyncDisposableStack();
  answer = answerHello;
});
afterEach(() => resources.disposeAsync());
afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

const open = (addresses: readonly LookupAddress[], privateHosts: string[] = []): GuardedFetch =>
  openGuardedFetch(
    { protocols: ['https:'], privateHosts, resolveHost: async () => addresses },
    (close) => resources.defer(async () => close()),
  );

describe('the guarded fetch', () => {
  it('fetches from a host that a setting allows', async () => {
    const response = await open([loopback], [siteHost])(site.url);
    expect([response.status, await response.text()]).toEqual([200, 'hello']);
  });

  it.each([
    ['loopback', '127.0.0.1', 4],
    ['a private network', '10.1.2.3', 4],
    ['link-local, where clouds keep credentials', '169.254.169.254', 4],
    ['loopback of IPv6', '::1', 6],
    ['a private address in IPv6 form', '::ffff:192.168.0.1', 6],
    ['loopback in an old IPv6 form', '::127.0.0.1', 6],
    ['a unique local address', 'fd00::1', 6],
    ["carriers' own networks", '100.64.0.1', 4],
    ['loopback behind an IPv6 translator', '64:ff9b::7f00:1', 6],
    ['loopback in a 6to4 address', '2002:7f00:1::', 6],
  ])('refuses a name of %s', async (_, address, family) => {
    await expect(open([{ address, family }])(site.url)).rejects.toMatchObject({
      cause: { message: 'the host has an address that is not public' },
    });
  });

  it('refuses a name with a private address among public ones', async () => {
    const guarded = open([{ address: '93.184.215.14', family: 4 }, loopback]);
    await expect(guarded(site.url)).rejects.toThrow(TypeError);
    expect(asked).toBe(0);
  });

  it('looks at the address that it connects to, again at each connection', async () => {
    const answers = [[loopback], [{ address: '10.1.2.3', family: 4 }]];
    const allowed = [siteHost];
    const guarded = openGuardedFetch(
      {
        protocols: ['https:'],
        privateHosts: allowed,
        resolveHost: async () => answers.shift() ?? [],
      },
      (close) => resources.defer(async () => close()),
    );
    answer = (_request, response) => response.setHeader('connection', 'close').end('hello');
    expect(await (await guarded(site.url)).text()).toBe('hello');
    allowed.length = 0;
    await expect(guarded(site.url)).rejects.toMatchObject({
      cause: { message: 'the host has an address that is not public' },
    });
    expect([asked, answers]).toEqual([1, []]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://2130706433/',
  ])('refuses %s, where nothing is looked up', async (address) => {
    await expect(open([])(address)).rejects.toThrow('the address is not public');
  });

  it('refuses what is not https', async () => {
    await expect(open([loopback], [siteHost])(`http://${siteHost}/`)).rejects.toThrow('not https');
  });

  it('sends a body to an address in numbers that a setting allows', async () => {
    const received: string[] = [];
    await using plain = await listenOnFreePort((request, response) => {
      request.on('data', (part) => received.push(`${request.method} ${part}`));
      request.on('end', () => response.end('taken'));
    });
    const fetchPlain = (privateHosts: string[]) =>
      openGuardedFetch({ protocols: ['http:', 'https:'], privateHosts }, (close) =>
        resources.defer(async () => close()),
      )(plain.url, { method: 'POST', body: 'hello' });
    await expect(fetchPlain([])).rejects.toThrow(AddressRefusedError);
    expect(await (await fetchPlain(['127.0.0.1'])).text()).toBe('taken');
    expect(received).toEqual(['POST hello']);
  });

  it('gives a redirect to who asks for it', async () => {
    answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end('no');
    const response = await open([loopback], [siteHost])(site.url, { redirect: 'manual' });
    expect([response.status, await response.text(), asked]).toEqual([307, 'no', 1]);
  });

  describe('with a limit', () => {
    const read = async (respond: RequestListener) => {
      answer = respond;
      const options = {
        protocols: ['https:'] as const,
        privateHosts: [siteHost],
        resolveHost: async () => [loopback],
        maxAnswerBytes: 1_000,
      };
      const guarded = openGuardedFetch(options, (close) => resources.defer(async () => close()));
      return (await (await guarded(site.url)).text()).length;
    };
    const long = 'x'.repeat(1_001);

    it('reads an answer of that length', async () => {
      expect(await read((_request, response) => response.end(long.slice(1)))).toBe(1_000);
    });

    it.each<[string, RequestListener]>([
      ['that names its length', (_request, response) => response.end(long)],
      [
        'in parts',
        (_request, response) => {
          response.write(long);
          response.end();
        },
      ],
      [
        'that is short while it is packed',
        (_request, response) => {
          response.setHeader('content-encoding', 'gzip').end(gzipSync(long));
        },
      ],
    ])('stops reading a longer one %s', async (_, respond) => {
      await expect(read(respond)).rejects.toThrow('too large');
    });

    it('refuses one that names a short length and comes in parts without an end', async () => {
      const lengths = 'content-length: 3\r\ntransfer-encoding: chunked';
      const respond: RequestListener = ({ socket }) =>
        socket.write(`HTTP/1.1 200 OK\r\n${lengths}\r\n\r\n3e9\r\n${long}\r\n`);
      await expect(read(respond)).rejects.toThrow(TypeError);
    });
  });

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    await expect(open([loopback], [siteHost])(site.url)).rejects.toThrow(TypeError);
    expect(asked).toBe(1);
  });
});
