import { execFile, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CreateSource } from '@lectern/contracts';
import { startGitServer } from '@lectern/testing';
import { countTraffic, type Traffic } from './serve-count.ts';
import { serveSite } from './serve-site.ts';

/** A server on loopback over the files of a folder. */
export interface TestSource extends Pick<CreateSource, 'kind'> {
  readonly settings: object;
  readonly credentials: Readonly<Record<string, string>> | null;
  readonly traffic: Traffic | undefined;
  /** Publishes the folder's files as they are now. */
  publish(): Promise<void>;
  /** Name of the file that a path of the source leads to; default: the path. */
  readonly toName?: (path: string) => string;
  close(): void;
}

const run = promisify(execFile);

/** Ways to serve a folder. */
export const testSources: Readonly<Record<string, (folder: string) => Promise<TestSource>>> = {
  folder: async (folder) => ({
    kind: 'folder',
    settings: { path: folder },
    credentials: null,
    traffic: undefined,
    publish: async () => {},
    close: () => {},
  }),
  git: async (folder) => {
    const git = (...args: string[]) =>
      run('git', ['-C', folder, '-c', 'user.name=B', '-c', 'user.email=b@example.org', ...args]);
    await rm(join(folder, '.git'), { recursive: true, force: true });
    await git('init', '-q');
    const server = await startGitServer(folder);
    const url = new URL(server.url);
    const traffic = await countTraffic(Number(url.port));
    url.port = String(traffic.port);
    return {
      kind: 'git',
      settings: { url: url.href },
      credentials: null,
      traffic,
      publish: async () => {
        await git('add', '-A');
        await git('commit', '-q', '--allow-empty', '-m', 'change');
      },
      close() {
        traffic.close();
        server.close();
      },
    };
  },
  web: async (folder) => {
    const server = await serveSite(folder);
    const traffic = await countTraffic(server.port);
    const origin = `http://127.0.0.1:${traffic.port}/`;
    return {
      kind: 'web',
      settings: { start_urls: [origin], depth: 4 },
      credentials: null,
      traffic,
      publish: async () => {},
      toName: (path) => decodeURIComponent(path.slice(origin.length)),
      close() {
        traffic.close();
        server.close();
      },
    };
  },
  webdav: (folder) => serveWithRclone('webdav', folder),
  sftp: (folder) => serveWithRclone('sftp', folder),
  ftp: (folder) => serveWithRclone('ftp', folder),
  s3: (folder) => serveWithRclone('s3', folder),
};

async function serveWithRclone(type: string, folder: string): Promise<TestSource> {
  const target = await findPort();
  const login = type === 's3' ? ['--auth-key', 'u,secret'] : ['--user', 'u', '--pass', 'secret'];
  const args = ['serve', type, folder, '--addr', `127.0.0.1:${target}`, '--dir-cache-time', '0s'];
  const child = spawn('rclone', [...args, ...login], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    child.on('exit', () => reject(new Error(`rclone cannot serve ${type}`)));
    child.stderr.on('data', (part: Buffer) => {
      if (/started on|listening on|starting/i.test(part.toString())) resolve();
    });
  });
  const traffic = await countTraffic(target);
  const server = { host: '127.0.0.1', port: String(traffic.port), user: 'u' };
  const address = `http://127.0.0.1:${traffic.port}`;
  const config: Record<string, Record<string, string>> = {
    webdav: { url: address, user: 'u' },
    s3: { provider: 'Other', endpoint: address, access_key_id: 'u', force_path_style: 'true' },
  };
  return {
    kind: 'rclone',
    settings: { remote: 'bench', config: { type, ...(config[type] ?? server) } },
    credentials: type === 's3' ? { secret_access_key: 'secret' } : { pass: 'secret' },
    traffic,
    publish: async () => {},
    close() {
      traffic.close();
      child.kill('SIGKILL');
    },
  };
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
