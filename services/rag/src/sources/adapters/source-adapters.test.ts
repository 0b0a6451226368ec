import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe } from '@jest/globals';
import { createAddressGuard, openGuardedFetch } from '@lectern/service';
import { findProgram } from '../../programs/run-program.ts';
import type { SourceAdapter, SourceContext } from '../source-adapter.ts';
import { openConfluence } from './confluence.ts';
import {
  answerAsConfluence,
  answerAsGithub,
  answerAsNotion,
  FakeContents,
  type FakeRequest,
  serveApi,
} from './fake-apis.suite.ts';
import { openFolder } from './folder.ts';
import { gitLimits, openGit } from './git.ts';
import { openGithub } from './github.ts';
import { apiLimits } from './http-client.ts';
import { mailLimits, openMail } from './mail.ts';
import { notionLimits, openNotion } from './notion.ts';
import { openRclone, rcloneLimits } from './rclone.ts';
import { testSourceAdapter } from './source-adapter.suite.ts';
import { openWeb, webLimits } from './web.ts';

const run = promisify(execFile);
const closers: (() => Promise<void> | void)[] = [];
const guardOptions = { protocols: ['https:', 'http:'] as const, privateHosts: ['127.0.0.1'] };
const shared = {
  guard: createAddressGuard(guardOptions),
  fetch: openGuardedFetch(guardOptions, (close) => void closers.push(close)),
  privateHosts: guardOptions.privateHosts,
  searchPath: process.env.PATH,
};
const contextFor = (folder?: string): SourceContext => ({
  ...shared,
  folders: folder === undefined ? [] : [folder],
});
const credentials = {};

afterAll(async () => {
  for (const close of closers) await close();
});

describe('a folder', () => {
  testSourceAdapter({
    openFolder: (folder) =>
      openFolder({ settings: { path: folder }, credentials }, contextFor(folder)),
    faults: {},
  });
});

describe('a Git repository', () => {
  testSourceAdapter({
    async openFolder(folder) {
      const git = (...args: string[]) =>
        run('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args]);
      await git('init', '-q');
      await git('add', '-A');
      await git('commit', '-q', '-m', 'change');
      return openGit({ settings: { url: `file://${folder}` }, credentials }, contextFor(folder));
    },
    openPort: (port) =>
      openGit({ settings: { url: `http://127.0.0.1:${port}/x` }, credentials }, contextFor(), {
        ...gitLimits,
        fetchMs: 3_000,
      }),
    faults: {
      refused: 'unreachable',
      closed: 'unreachable',
      silent: 'time_limit',
      slow: 'time_limit',
      garbage: 'unreachable',
      401: 'access_denied',
      429: 'rate_limited',
      500: 'unreachable',
      cut: 'unreachable',
      empty: 'source_not_found',
    },
  });
});

describe('a website', () => {
  const open = (port: number) =>
    openWeb(
      {
        settings: { start_urls: [`http://127.0.0.1:${port}/`], allow: [], depth: 1 },
        credentials,
      },
      contextFor(),
      { ...webLimits, answerMs: 2_000 },
    );
  let origin = '';
  testSourceAdapter({
    async openFolder(folder, onClose) {
      const server = createServer(async (request, response) => {
        const name = decodeURIComponent((request.url ?? '').slice(1));
        const names = await readdir(folder);
        const isPage = name === '';
        response.writeHead(isPage || names.includes(name) ? 200 : 404, {
          'content-type': isPage ? 'text/html' : 'text/plain',
        });
        const links = names.map((link) => `<a href="${encodeURIComponent(link)}">x</a>`);
        response.end(isPage ? links.join('') : await readFile(join(folder, name)).catch(() => ''));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onClose(() => void server.close());
      const { port } = server.address() as AddressInfo;
      origin = `http://127.0.0.1:${port}/`;
      return open(port);
    },
    idOf: (name) => origin + encodeURIComponent(name),
    openPort: open,
    faults: {
      refused: 'unreachable',
      closed: 'unreachable',
      silent: 'time_limit',
      slow: 'time_limit',
      garbage: 'unreachable',
      401: 'access_denied',
      429: 'rate_limited',
      500: 'unreachable',
      cut: 'unreachable',
    },
  });
});

describe('a mailbox', () => {
  testSourceAdapter({
    openPort: (port) =>
      openMail(
        {
          settings: { host: '127.0.0.1', port, folders: ['INBOX'] },
          credentials: { user: 'a', password: 'b' },
        },
        contextFor(),
        { ...mailLimits, connectMs: 1_000, silenceMs: 2_000, listMs: 2_000 },
      ),
    faults: {
      refused: 'unreachable',
      closed: 'unreachable',
      silent: 'time_limit',
      'slow in its greeting': 'time_limit',
      'garbage in its greeting': 'unreachable',
    },
  });
});

interface ApiCase {
  readonly name: string;
  /** Names the entry of a file. */
  readonly toId: (number: number) => string;
  readonly answer: (contents: FakeContents) => (request: FakeRequest) => object;
  readonly open: (origin: string, context: SourceContext) => SourceAdapter;
}

const limits = { ...apiLimits, answerMs: 2_000 };
const apis: readonly ApiCase[] = [
  {
    name: 'GitHub',
    toId: (number) => `acme/handbook/issues/${number}`,
    answer: answerAsGithub,
    open: (url, context) => {
      const settings = { repositories: ['acme/handbook'], include: ['issues' as const], url };
      return openGithub({ settings, credentials: { token: 't' } }, context, limits);
    },
  },
  {
    name: 'Confluence',
    toId: (number) => `att${number}`,
    answer: answerAsConfluence,
    open: (url, context) => {
      const settings = { url, spaces: ['HB'], attachments: true };
      return openConfluence({ settings, credentials: { token: 't' } }, context, limits);
    },
  },
  {
    name: 'Notion',
    toId: (number) => `page-${number}`,
    answer: answerAsNotion,
    open: (origin, context) => {
      const source = { settings: {}, credentials: { token: 't' } };
      return openNotion(source, context, { ...notionLimits, ...limits, origin });
    },
  },
];

describe.each(apis)('the API of $name', ({ toId, answer, open }) => {
  const contents = new FakeContents();
  const numbers = new Map<SourceAdapter, ReadonlyMap<string, number>>();
  testSourceAdapter({
    async openFolder(folder, onClose) {
      const names = await readdir(folder);
      const read = async (name: string) =>
        [name, await readFile(join(folder, name), 'utf8')] as const;
      contents.set(new Map(await Promise.all(names.map(read))));
      const { origin } = await serveApi(answer(contents), onClose);
      const adapter = open(origin, contextFor());
      const items = [...contents.items.values()];
      numbers.set(adapter, new Map(items.map(({ title, number }) => [title, number])));
      return adapter;
    },
    idOf: (name, adapter) => toId(numbers.get(adapter)?.get(name) ?? 0),
    openPort: async (port) => open(`http://127.0.0.1:${port}`, contextFor()),
    faults: {
      refused: 'unreachable',
      closed: 'unreachable',
      silent: 'time_limit',
      slow: 'time_limit',
      garbage: 'unreachable',
      401: 'access_denied',
      429: 'rate_limited',
      500: 'unreachable',
      cut: 'unreachable',
      empty: 'invalid_answer',
    },
  });
});

// rclone is a program of the worker's machine, which a machine for tests may lack.
const isInstalled = (await findProgram('rclone', process.env.PATH ?? '')) !== undefined;
(isInstalled ? describe : describe.skip)('an rclone remote', () => {
  const open = (config: Record<string, string>, path: string, context: SourceContext) =>
    openRclone({ settings: { remote: 'x', path, config }, credentials }, context, {
      ...rcloneLimits,
      listMs: 6_000,
    });
  testSourceAdapter({
    openFolder: (folder) => open({ type: 'local' }, folder, contextFor(folder)),
    openPort: (port) =>
      open({ type: 'webdav', url: `http://127.0.0.1:${port}/` }, '', contextFor()),
    faults: {
      refused: 'unreachable',
      closed: 'unreachable',
      silent: 'time_limit',
      slow: 'time_limit',
      garbage: 'invalid_answer',
      401: 'access_denied',
      429: 'rate_limited',
      500: 'unreachable',
      cut: 'invalid_answer',
      empty: 'unreachable',
    },
  });
});
