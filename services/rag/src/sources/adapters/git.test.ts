import { execFile } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard } from '@lectern/service';
import { type GitServerOptions, startGitServer } from '@lectern/testing';
import type { KnownEntry, SourceContext, SourceEntry } from '../source-adapter.ts';
import { checkGit, openGit } from './git.ts';

const run = promisify(execFile);
const login = `Basic ${Buffer.from('reader:secret').toString('base64')}`;

describe('a Git repository as a source', () => {
  const closers: (() => Promise<void> | void)[] = [];
  let folder: string;
  const git = (...args: string[]) =>
    run('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args]);
  const commit = async (files: Record<string, string>, date: string) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    await git('add', '-A');
    await git('commit', '-q', '-m', 'change', '--date', date);
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-repository-'));
    closers.push(() => rm(folder, { recursive: true }));
    process.env.GIT_COMMITTER_DATE = '2020-01-01T00:00:00Z';
    await git('init', '-q', '-b', 'trunk');
    await commit({ 'a.md': 'A', 'docs/b.md': 'B', '.hidden': 'no' }, '2020-01-01T00:00:00Z');
  });
  afterEach(async () => {
    delete process.env.GIT_COMMITTER_DATE;
    for (const close of closers.splice(0).toReversed()) await close();
  });

  const contextFor = (privateHosts: string[]) => {
    const guard = createAddressGuard({ protocols: ['https:', 'http:'], privateHosts });
    return {
      guard,
      privateHosts,
      folders: [folder],
      searchPath: process.env.PATH,
    } as unknown as SourceContext;
  };
  const open = async (settings: object = {}, { credentials = {}, context = {} } = {}) => {
    const adapter = await openGit(
      { settings: { url: `file://${folder}`, ...settings }, credentials },
      { ...contextFor(['127.0.0.1']), ...context },
    );
    closers.push(() => adapter.close());
    return adapter;
  };
  const { signal } = new AbortController();
  const list = async (
    adapter: Awaited<ReturnType<typeof open>>,
    known = new Map<string, KnownEntry>(),
  ) => {
    const entries: SourceEntry[] = [];
    for await (const batch of adapter.list({ signal, find: (id) => known.get(id) })) {
      entries.push(...batch);
    }
    return entries;
  };
  const serve = async (options: GitServerOptions = {}) => {
    const { url, close } = await startGitServer(folder, options);
    closers.push(close);
    return url;
  };

  it('lists files with their last change, and reads them', async () => {
    await symlink('/etc/passwd', join(folder, 'link.md'));
    await commit({ 'docs/b.md': 'B2' }, '2021-05-05T00:00:00Z');
    process.env.GIT_COMMITTER_DATE = '2022-02-02T00:00:00Z';
    await commit({ 'docs/deep/ü c.md': 'C' }, '2022-02-02T00:00:00Z');
    const adapter = await open();
    const entries = await list(adapter);
    expect(entries.map(({ id }) => id)).toEqual(['a.md', 'docs/b.md', 'docs/deep/ü c.md']);
    const [first, , last] = entries as [SourceEntry, SourceEntry, SourceEntry];
    expect([first.author, first.modified, last.modified]).toEqual([
      'Ada',
      new Date('2020-01-01'),
      new Date('2022-02-02'),
    ]);
    expect(await text(await adapter.read(last, signal))).toBe('C');
  });

  it('reads a branch and its paths over http with a password, and only what is new', async () => {
    const url = await serve({ authorization: login });
    const credentials = { username: 'reader', password: 'secret' };
    const settings = { url, branch: 'trunk', paths: ['/docs/'] };
    const [before] = await list(await open(settings, { credentials }));
    await git('mv', 'docs/b.md', 'docs/moved.md');
    await commit({ 'docs/new.md': 'New' }, '2021-05-05T00:00:00Z');
    const adapter = await open(settings, { credentials });
    const known = new Map([['docs/b.md', { etag: before?.etag ?? null, state: null }]]);
    const entries = await list(adapter, known);
    expect(entries.map(({ id }) => id)).toEqual(['docs/moved.md', 'docs/new.md']);
    expect(entries[0]?.etag).toBe(before?.etag);
    expect(await text(await adapter.read(entries[1] as SourceEntry, signal))).toBe('New');
  });

  it('reads all contents from one process, also after one that is left unread', async () => {
    const names = [...'0123456789'].map((name) => `${name}.md`);
    const contents = names.map((name) => [name, name.repeat(100_000)] as const);
    await commit(Object.fromEntries(contents), '2021-05-05T00:00:00Z');
    const programs = await mkdtemp(join(tmpdir(), 'lectern-programs-'));
    closers.push(() => rm(programs, { recursive: true }));
    const log = join(programs, 'log');
    const script = `#!/bin/sh\necho "$1" >> '${log}'\nPATH=$PATH_OF_GIT exec git "$@"\n`;
    const real = process.env.PATH ?? '';
    await writeFile(join(programs, 'git'), script.replace('$PATH_OF_GIT', `'${real}'`), {
      mode: 0o755,
    });
    const adapter = await open({}, { context: { searchPath: `${programs}:${real}` } });
    const entries = (await list(adapter)).filter(({ id }) => names.includes(id));
    const readAll = async () =>
      Promise.all(
        entries.map(async (entry) => [entry.id, await text(await adapter.read(entry, signal))]),
      );
    expect(await readAll()).toEqual(contents);
    const countReaders = async () =>
      (await readFile(log, 'utf8')).split('\n').filter((name) => name === 'cat-file').length;
    expect(await countReaders()).toBe(1);

    const unread = await adapter.read(entries[0] as SourceEntry, signal);
    for await (const _ of unread) break;
    expect(await readAll()).toEqual(contents);
    expect(await countReaders()).toBe(2);
    const gone = { id: 'x', path: 'x', etag: '0'.repeat(40) };
    await expect(text(await adapter.read(gone, signal))).rejects.toThrow();
    expect(await readAll()).toEqual(contents);
  });

  it('reads from a server that is back again', async () => {
    const server = await startGitServer(folder);
    const adapter = await open({ url: server.url });
    const [entry] = (await list(adapter)) as [SourceEntry];
    server.close();
    await expect(adapter.read(entry, signal)).rejects.toMatchObject({ code: 'unreachable' });
    await serve({ port: Number(new URL(server.url).port) });
    expect(await text(await adapter.read(entry, signal))).toBe('A');
  });

  it('fails by the reason', async () => {
    const fails = async (settings: object) => {
      const problem = await open(settings)
        .then(list)
        .catch((error) => error);
      return problem.code;
    };
    const url = await serve({ authorization: login });
    expect(await fails({ url })).toBe('access_denied');
    expect(await fails({ url: await serve(), branch: 'gone' })).toBe('source_not_found');
    expect(await fails({ url: await serve({ status: 404 }) })).toBe('source_not_found');
    await rename(join(folder, '.git'), join(folder, 'git'));
    expect(await fails({})).toBe('source_not_found');
    await rename(join(folder, 'git'), join(folder, '.git'));
  });

  it('follows no redirect to a private address', async () => {
    let asked = false;
    const inside = createServer((_, response) => {
      asked = true;
      response.end();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.2', resolve));
    closers.push(() => void inside.close());
    const target = `http://127.0.0.2:${(inside.address() as AddressInfo).port}/`;
    const server = createServer((request, response) => {
      response.writeHead(302, { location: target + request.url }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    await expect(open({ url }).then(list)).rejects.toMatchObject({ name: 'SourceError' });
    expect(asked).toBe(false);
  });

  it('reads no repository that leads out of its folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'lectern-outside-'));
    closers.push(() => rm(outside, { recursive: true }));
    const inner = join(folder, '.git');
    const refused = () =>
      expect(open()).rejects.toMatchObject({ name: 'SourceError', code: 'source_not_found' });
    await mkdir(join(inner, 'objects/info'), { recursive: true });
    await writeFile(join(inner, 'objects/info/alternates'), `${outside}/objects\n`);
    await refused();
    await rename(inner, join(outside, 'git'));
    await writeFile(inner, `gitdir: ${outside}/git\n`);
    await refused();
    await rm(inner);
    await symlink(join(outside, 'git'), inner);
    await refused();
  });

  it('reads no file of another repository by links', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'lectern-outside-'));
    closers.push(() => rm(outside, { recursive: true }));
    const inner = join(folder, '.git');
    for (const name of await readdir(join(inner, 'objects'))) {
      if (name === 'pack' || name === 'info') continue;
      await rename(join(inner, 'objects', name), join(outside, name));
      await symlink(join(outside, name), join(inner, 'objects', name));
    }
    await expect(open()).rejects.toMatchObject({ code: 'source_not_found' });
  });

  it('starts no program that a repository names', async () => {
    await git('config', 'uploadpack.allowFilter', 'true');
    const { stdout } = await git('rev-parse', 'HEAD:a.md');
    const blob = stdout.trim();
    await rm(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    const mark = join(folder, 'started');
    for (const [key, value] of [
      ['extensions.partialClone', 'evil'],
      ['remote.evil.promisor', 'true'],
      ['remote.evil.url', `file://${folder}`],
      ['remote.evil.uploadpack', `touch ${mark};`],
      ['uploadpack.packObjectsHook', `touch ${mark};`],
      ['core.fsmonitor', `touch ${mark};`],
      ['core.sshCommand', `touch ${mark};`],
      ['core.alternateRefsCommand', `touch ${mark};`],
    ] as const) {
      await git('config', key, value);
    }
    const adapter = await open();
    const entries = await list(adapter);
    const reads = entries.map(async (entry) => text(await adapter.read(entry, signal)));
    const settled = await Promise.allSettled(reads);
    expect(settled.map(({ status }) => status)).toContain('rejected');
    await expect(readFile(mark)).rejects.toThrow();
  });

  it('ends at a tree whose folders hold each other', async () => {
    const write = async (mode: string, object: string) => {
      const list = [...'0123456789'].map((n) => `${mode} ${object}\t${n.repeat(200)}\n`).join('');
      const child = run('git', ['-C', folder, 'mktree']);
      child.child.stdin?.end(list);
      return (await child).stdout.trim();
    };
    const { stdout } = await git('rev-parse', 'HEAD:a.md');
    let tree = await write('100644 blob', stdout.trim());
    for (let depth = 0; depth < 8; depth += 1) tree = await write('040000 tree', tree);
    const { stdout: made } = await git('commit-tree', '-m', 'many', tree);
    await git('update-ref', 'refs/heads/trunk', made.trim());
    await expect(open().then(list)).rejects.toMatchObject({ code: 'too_many_entries' });
  });

  it('sends its credentials to no other server', async () => {
    let asked = false;
    const other = createServer((_, response) => {
      asked = true;
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    closers.push(() => void other.close());
    const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const server = createServer((request, response) => {
      response.writeHead(302, { location: target + request.url }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    await expect(open({ url }, { credentials: { token: 't' } }).then(list)).rejects.toMatchObject({
      code: 'source_not_found',
    });
    expect(asked).toBe(false);
  });

  it('rejects addresses that are not permitted', async () => {
    for (const url of [
      'file:///etc',
      'file://host/etc',
      'http://93.184.215.14/x',
      'https://10.0.0.1/x',
      'https://[::1]/x',
      `file://${folder}/x%2fy`,
      `file://${folder}/%00`,
    ]) {
      await expect(checkGit({ url }, contextFor([]))).rejects.toMatchObject({
        details: { field: 'settings.url' },
      });
    }
  });
});
