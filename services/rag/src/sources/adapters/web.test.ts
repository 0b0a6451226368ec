import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard, openGuardedFetch } from '@lectern/service';
import type { KnownEntry, SourceEntry } from '../source-adapter.ts';
import { checkWeb, openWeb, webLimits } from './web.ts';

interface Page {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its body comes in parts without end. */
  readonly isEndless?: boolean;
}

describe('a website as a source', () => {
  const closers: (() => Promise<void> | void)[] = [];
  let pages: Record<string, Page>;
  let requests: IncomingMessage[];
  let origin: string;
  beforeEach(async () => {
    pages = {};
    requests = [];
    const server = createServer((request, response) => {
      requests.push(request);
      const page = pages[request.url ?? ''];
      const etag = `"${page?.body?.length}"`;
      if (page?.body && request.headers['if-none-match'] === etag) {
        response.writeHead(304).end();
        return;
      }
      response.writeHead(page ? (page.status ?? 200) : 404, {
        'content-type': page?.type ?? 'text/html; charset=utf-8',
        etag,
        ...page?.headers,
      });
      if (page?.isEndless) {
        const writing = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(writing));
        return;
      }
      response.end(page?.body ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    closers.push(() => void server.close());
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  const contextFor = (privateHosts: string[]) => {
    const options = { protocols: ['https:', 'http:'] as const, privateHosts };
    const fetch = openGuardedFetch(options, (close) => void closers.push(close));
    return { fetch, guard: createAddressGuard(options), privateHosts };
  };
  const context = () => ({
    ...contextFor(['127.0.0.1']),
    folders: [],
    searchPath: undefined,
  });
  const list = async (
    settings: object = {},
    known = new Map<string, KnownEntry>(),
    limits: Partial<typeof webLimits> = {},
  ) => {
    const adapter = await openWeb(
      {
        settings: { start_urls: [`${origin}/`], allow: [], depth: 5, ...settings },
        credentials: {},
      },
      context(),
      { ...webLimits, ...limits },
    );
    closers.push(() => adapter.close());
    const entries: SourceEntry[] = [];
    const { signal } = new AbortController();
    const options = { signal, find: (id: string) => known.get(id), knownIds: () => known.keys() };
    for await (const batch of adapter.list(options)) {
      entries.push(...batch);
    }
    const paths = entries.map(({ id }) => id.replace(origin, '')).toSorted();
    return { adapter, entries, paths };
  };

  it('still has the pages to which only a failing sitemap or hidden page leads', async () => {
    const sitemap = (...paths: string[]) => ({
      type: 'application/xml',
      body: paths.map((path) => `<loc>${origin}${path}</loc>`).join(''),
    });
    const hub = { body: '<meta name="robots" content="noindex"><a href="/c">c</a>' };
    pages = {
      '/map.xml': sitemap('/one.xml', '/hub', '/d'),
      '/one.xml': sitemap('/a', '/b'),
      '/hub': hub,
      ...Object.fromEntries([...'abcd'].map((name) => [`/${name}`, { body: name }])),
    };
    const settings = { start_urls: [`${origin}/map.xml`] };
    const first = await list(settings);
    expect(first.paths).toEqual(['/a', '/b', '/c', '/d']);
    const known = new Map(
      first.entries.map(({ id, etag = '', state = null }) => [id, { etag, state }]),
    );
    delete pages['/b'];
    pages['/one.xml'] = { status: 500 };
    pages['/hub'] = { status: 500 };
    const second = await list(settings, known);
    expect(second.paths).toEqual(['/a', '/c', '/d', '/hub', '/one.xml']);
    pages['/one.xml'] = sitemap('/a');
    pages['/hub'] = { body: '<meta name="robots" content="noindex">' };
    expect((await list(settings, known)).paths).toEqual(['/a', '/d']);
  });

  it('follows links once, by their canonical addresses, within its hosts and robots.txt', async () => {
    pages = {
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private' },
      '/': {
        body: `<a href="/a?PHPSESSID=1">a</a><a href="/a?PHPSESSID=2#x">a</a><a href="/b">b</a>
          <a href="/private">no</a><a href="https://elsewhere.example/">no</a><a href="/moved">m</a>
          <a href="/gone">no</a><a href="/picture">no</a><a href="/hidden">no</a><a href="/out">no</a>`,
      },
      '/a': { body: '<a href="/">back</a>A' },
      '/b': { body: `<link rel="canonical" href="/a">A again` },
      '/moved': { status: 301, headers: { location: '/new' } },
      '/out': { status: 302, headers: { location: 'http://169.254.169.254/' } },
      '/new': { body: 'New' },
      '/picture': { type: 'image/png', body: 'x' },
      '/hidden': { body: '<meta name="robots" content="noindex"><a href="/below">b</a>' },
      '/below': { body: 'Below' },
      '/private': { body: 'Private' },
    };
    const { adapter, entries, paths } = await list();
    expect(paths).toEqual(['/', '/a', '/below', '/new']);
    const last = entries.find(({ id }) => id.endsWith('/new'));
    if (!last) throw new Error('missing');
    expect(await text(await adapter.read(last, new AbortController().signal))).toBe('New');
    expect(requests.filter(({ url }) => url === '/private')).toEqual([]);
  });

  it('reads sitemaps, and stops at its depth', async () => {
    pages = {
      '/sitemap.xml': {
        type: 'application/xml',
        body: `<urlset><url><loc>${origin}/a</loc></url></urlset>`,
      },
      '/a': { body: '<a href="/b">b</a>' },
      '/b': { body: 'B' },
    };
    expect((await list({ start_urls: [`${origin}/sitemap.xml`], depth: 1 })).paths).toEqual(['/a']);
  });

  it('asks with conditions, and follows the links of pages that did not change', async () => {
    pages = { '/': { body: '<a href="/a">a</a>' }, '/a': { body: 'A' } };
    const first = await list();
    const known = new Map(
      first.entries.map(({ id, etag, state }) => [
        id,
        { etag: etag ?? null, state: state ?? null },
      ]),
    );
    requests = [];
    const second = await list({}, known);
    expect(second.entries.map(({ id, etag }) => [id, etag])).toEqual(
      first.entries.map(({ id, etag }) => [id, etag]),
    );
    expect(requests.filter(({ headers }) => headers['if-none-match'])).toHaveLength(2);
  });

  it('fails where a start address fails, and lists a page that fails for now', async () => {
    pages = { '/': { status: 500 } };
    await expect(list()).rejects.toMatchObject({ code: 'unreachable' });
    pages = { '/': { body: '<a href="/a">a</a>' }, '/a': { status: 500 } };
    const { adapter, entries, paths } = await list();
    expect(paths).toEqual(['/', '/a']);
    const failed = entries.find(({ id }) => id.endsWith('/a')) as SourceEntry;
    await expect(adapter.read(failed, new AbortController().signal)).rejects.toMatchObject({
      code: 'unreachable',
    });
  });

  it('ends at a site that has addresses or an answer without end', async () => {
    const robots = '<meta name="robots" content="noindex">';
    pages = new Proxy<Record<string, Page>>(
      {},
      {
        get: (_, path) =>
          path === '/robots.txt'
            ? undefined
            : {
                body: [...'abc']
                  .map((x) => `${robots}<a href="${String(path)}${x}">x</a>`)
                  .join(''),
              },
      },
    );
    await expect(list({ depth: 8 }, undefined, { visits: 30 })).rejects.toMatchObject({
      code: 'too_many_entries',
    });
    expect(requests.length).toBeLessThan(40);
    await expect(list({}, undefined, { totalMs: 0 })).rejects.toMatchObject({ code: 'time_limit' });
    pages = { '/': { body: `<a href="/${'x'.repeat(2_000)}">x</a><a href="/a">a</a>` } };
    requests = [];
    expect((await list()).paths).toEqual(['/']);
    expect(requests.map(({ url }) => url)).toEqual(['/robots.txt', '/', '/a']);
    await expect(list({}, undefined, { bytes: 1_000 })).rejects.toMatchObject({
      code: 'too_large',
    });
    pages['/robots.txt'] = { type: 'text/plain', body: `Disallow: /${'*a'.repeat(2_000)}` };
    await expect(list()).rejects.toMatchObject({ code: 'invalid_answer' });
    pages = { '/': { isEndless: true } };
    await expect(list({}, undefined, { answerMs: 300 })).rejects.toMatchObject({
      code: 'time_limit',
    });
  });

  it('reads a page that is made to be slow in little time', async () => {
    const parameters = Array.from({ length: 240 }, (_, at) => `utm_${at.toString(36)}`).join('&');
    const links = `<a href="https://elsewhere.example/?${parameters}">x</a>`.repeat(1_000);
    const deep = '<b>'.repeat(60_000) + '</i>'.repeat(60_000);
    pages = {
      '/': { body: `<a href="/0">x</a>${links}` },
      '/0': { body: `<a href="/before">x</a>${deep}` },
      '/1': { type: 'text/xml', body: `<loc>${origin}/map</loc>${deep}` },
      '/before': { body: 'Before' },
      '/map': { body: 'Map' },
    };
    const start = performance.now();
    const start_urls = [`${origin}/`, `${origin}/1`];
    expect((await list({ start_urls, depth: 2 })).paths).toEqual(['/', '/0', '/before', '/map']);
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  it('refuses private addresses and plain http', async () => {
    for (const url of [
      `${origin}/`,
      'https://10.0.0.1/',
      'https://[::1]/',
      'http://93.184.215.14/',
    ]) {
      await expect(checkWeb({ start_urls: [url] }, contextFor([]))).rejects.toMatchObject({
        details: { field: 'settings.start_urls.0' },
      });
    }
  });
});
