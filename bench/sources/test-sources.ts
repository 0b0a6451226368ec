import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { CreateSource } from '@lectern/contracts';
import { eventually, startGitServer } from '@lectern/testing';
import { countTraffic, type Traffic } from './serve-count.ts';
import { serveSite } from './serve-site.ts';

/** A server on loopback over the files of a folder. */
export interface TestSource extends Pick<CreateSource, 'kind'> {
  readonly settings: object;
  readonly credentials: Readonly<Record<string, string>> | null;
  readonly traffic: Traffic | undefined;
  /** Publishes the folder's files as they are now. */
  publish(): Promise<void>;
  /** Ends the server as `kill -9` does, and starts it again after some seconds. */
  readonly crash: (() => Promise<void>) | undefined;
  /** Traffic after which the server crashes, where it is all over before documents are added. */
  readonly crashAfter?: { readonly requests?: number; readonly bytes?: number };
  /** Name of the file that a path of the source leads to; default: the path. */
  readonly toName?: (path: string) => string;
  close(): void;
}

const run = promisify(execFile);
const downMs = 3_000;

/** Ways to serve a folder. */
export const testSources: Readonly<
  Record<string, (folder: string, count: number) => Promise<TestSource>>
> = {
  folder: async (folder) => ({
    kind: 'folder',
    settings: { path: folder },
    credentials: null,
    traffic: undefined,
    publish: async () => {},
    crash: undefined,
    close: () => {},
  }),
  'git-file': async (folder) => ({
    ...(await createRepository(folder)),
    settings: { url: pathToFileURL(folder).href },
    traffic: undefined,
    crash: undefined,
    close: () => {},
  }),
  git: async (folder) => {
    const repository = await createRepository(folder);
    const server = await openProcess((port) => startGitServer(folder, { port }));
    return {
      ...repository,
      ...server,
      settings: { url: `http://127.0.0.1:${server.traffic.port}/.git` },
      crashAfter: { bytes: 50_000 },
    };
  },
  web: async (folder, count) => {
    const server = await openProcess((port) => serveSite(folder, port));
    const origin = `http://127.0.0.1:${server.traffic.port}/`;
    return {
      ...server,
      kind: 'web',
      settings: { start_urls: [origin], depth: 4 },
      credentials: null,
      publish: async () => {},
      toName: (path) => decodeURIComponent(path.slice(origin.length)),
      crashAfter: { requests: count / 2 },
    };
  },
  webdav: async (folder) => {
    const args = ['--user', 'u', '--pass', 'secret', '--dir-cache-time', '0s'];
    const server = await openProgram('rclone', (port) => [
      ...['serve', 'webdav', folder, '--addr', `127.0.0.1:${port}`, ...args],
    ]);
    const url = `http://127.0.0.1:${server.traffic.port}`;
    return ofRclone(server, { type: 'webdav', url, user: 'u' }, { pass: 'secret' });
  },
  s3: async (folder) => {
    const root = await makeFolder();
    await run('mount', ['--bind', folder, await makeFolder(join(root, 'bench'))]);
    const server = await openProgram(
      process.env.VERSITYGW ?? 'versitygw',
      (port) => [
        '--port',
        `127.0.0.1:${port}`,
        '--access',
        'u',
        '--secret',
        'secret',
        'posix',
        root,
      ],
      () => void execFile('umount', [join(root, 'bench')]),
    );
    const config = {
      ...{ type: 's3', provider: 'Other', force_path_style: 'true', region: 'us-east-1' },
      ...{ endpoint: `http://127.0.0.1:${server.traffic.port}`, access_key_id: 'u' },
    };
    return ofRclone(server, config, { secret_access_key: 'secret', path: 'bench' });
  },
  sftp: async (folder) => {
    const home = await makeFolder();
    for (const name of ['host', 'user']) {
      await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)]);
    }
    await mkdir('/run/sshd', { recursive: true });
    const options = [
      ...['StrictModes no', 'PermitRootLogin yes', 'PasswordAuthentication no', 'UsePAM no'],
      ...[`AuthorizedKeysFile ${join(home, 'user.pub')}`, 'Subsystem sftp internal-sftp'],
      ...['ListenAddress 127.0.0.1', 'PidFile none', `HostKey ${join(home, 'host')}`],
    ];
    await writeFile(join(home, 'config'), options.join('\n'));
    const server = await openProgram('/usr/sbin/sshd', (port) => [
      ...['-D', '-e', '-f', join(home, 'config'), '-p', String(port)],
    ]);
    const hostKey = (await readFile(join(home, 'host.pub'), 'utf8'))
      .split(' ')
      .slice(0, 2)
      .join(' ');
    const address = { host: '127.0.0.1', port: String(server.traffic.port) };
    const config = { type: 'sftp', ...address, host_key: hostKey };
    const key = (await readFile(join(home, 'user'), 'utf8')).trim().replaceAll('\n', '\\n');
    return ofRclone(server, { ...config, user: 'root' }, { key_pem: key, path: folder });
  },
  ftp: async (folder) => {
    const home = await makeFolder();
    await chmod(folder, 0o755);
    const config = (port: number) => [
      ...['listen=YES', `listen_port=${port}`, 'listen_address=127.0.0.1', 'background=NO'],
      ...['anonymous_enable=YES', `anon_root=${folder}`, 'pasv_address=127.0.0.1'],
      ...['run_as_launching_user=NO', 'seccomp_sandbox=NO', 'no_anon_password=YES', ''],
    ];
    const server = await openProgram('/usr/sbin/vsftpd', async (port) => {
      await writeFile(join(home, 'config'), config(port).join('\n'));
      return [join(home, 'config')];
    });
    const address = { type: 'ftp', host: '127.0.0.1', port: String(server.traffic.port) };
    return ofRclone(server, { ...address, user: 'anonymous' }, { pass: 'secret' });
  },
  smb: async (folder) => {
    const home = await makeFolder();
    const file = join(home, 'config');
    const directories = ['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc'];
    const config = (port: number) => [
      ...['[global]', `smb ports = ${port}`, 'interfaces = lo', 'bind interfaces only = yes'],
      ...directories.map((name) => `${name} ${name === 'private' ? 'dir' : 'directory'} = ${home}`),
      ...[`passdb backend = tdbsam:${home}/users.tdb`, 'disable netbios = yes'],
      ...['load printers = no', 'printcap name = /dev/null', `log file = ${home}/log`],
      ...['[bench]', `path = ${folder}`, 'read only = yes', ''],
    ];
    const server = await openProgram('/usr/sbin/smbd', async (port) => {
      await writeFile(file, config(port).join('\n'));
      const password = run('smbpasswd', ['-c', file, '-s', '-a', 'root']);
      password.child.stdin?.end('secret\nsecret\n');
      await password;
      return ['--foreground', '--no-process-group', '-s', file];
    });
    const address = { type: 'smb', host: '127.0.0.1', port: String(server.traffic.port) };
    return ofRclone(server, { ...address, user: 'root' }, { pass: 'secret', path: 'bench' });
  },
  mail: async (folder) => {
    const home = await makeFolder();
    await chmod(home, 0o755);
    const file = join(home, 'config');
    const user = 65_534;
    const config = (port: number) => `
base_dir = ${home}/run
state_dir = ${home}/run
log_path = ${home}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
default_internal_user = dovecot
default_login_user = dovenull
first_valid_uid = ${user}
last_valid_uid = ${user}
mail_location = maildir:${home}/mail
maildir_stat_dirs = yes
mail_max_userip_connections = 100
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${user} gid=${user} home=${home}/mail
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;
    const publish = async () => {
      for (const [mailbox, isIn] of [
        ['mail', (name: string) => !name.startsWith('moved/')],
        ['mail/.Moved', (name: string) => name.startsWith('moved/')],
      ] as const) {
        const box = join(home, mailbox);
        for (const name of ['cur', 'new', 'tmp']) await mkdir(join(box, name), { recursive: true });
        const wanted = new Set<string>();
        for (const name of (await listFiles(folder)).filter(isIn)) {
          const message = await readFile(join(folder, name));
          const place = `${createHash('sha256').update(message).digest('hex')}.bench:2,S`;
          wanted.add(place);
          await writeFile(join(box, 'cur', place), message);
        }
        for (const name of await readdir(join(box, 'cur'))) {
          if (!wanted.has(name)) await rm(join(box, 'cur', name));
        }
      }
      await chown(home, user, user);
      await run('chown', ['-R', `${user}:${user}`, join(home, 'mail')]);
    };
    await publish();
    const server = await openProgram('/usr/sbin/dovecot', async (port) => {
      await writeFile(file, config(port));
      return ['-F', '-c', file];
    });
    const settings = { host: '127.0.0.1', port: server.traffic.port, folders: ['INBOX', 'Moved'] };
    return {
      ...server,
      kind: 'mail',
      settings,
      credentials: { user: 'bench', password: 'secret' },
      publish,
      toName: (path) =>
        path
          .replace(/\.eml$/, '')
          .replace(/^INBOX\//, '')
          .replace(/^Moved\//, 'moved/')
          .replace(/(folder-\d+) /, '$1/'),
    };
  },
};

type Server = Required<Pick<TestSource, 'traffic' | 'crash' | 'close'>> & {
  readonly traffic: Traffic;
};

/** Creates a source of a remote; its `path` comes with the credentials. */
function ofRclone(
  server: Server,
  config: Readonly<Record<string, string>>,
  { path = '', ...credentials }: Readonly<Record<string, string>>,
): TestSource {
  const settings = { remote: 'bench', path, config };
  return { ...server, kind: 'rclone', settings, credentials, publish: async () => {} };
}

async function createRepository(
  folder: string,
): Promise<Pick<TestSource, 'kind' | 'credentials' | 'publish'>> {
  const git = (...args: string[]) =>
    run('git', ['-C', folder, '-c', 'user.name=B', '-c', 'user.email=b@example.org', ...args]);
  await rm(join(folder, '.git'), { recursive: true, force: true });
  await git('init', '-q');
  return {
    kind: 'git',
    credentials: null,
    publish: async () => {
      await git('add', '-A');
      await git('commit', '-q', '--allow-empty', '-m', 'change');
    },
  };
}

/** Serves by a program, whose processes are all killed in a crash. */
async function openProgram(
  command: string,
  toArguments: (port: number) => readonly string[] | Promise<readonly string[]>,
  onClose = () => {},
): Promise<Server> {
  const port = await findPort();
  const args = await toArguments(port);
  let child: ChildProcess | undefined;
  const end = () => {
    if (child?.pid) process.kill(-child.pid, 'SIGKILL');
    child = undefined;
  };
  const start = async () => {
    const started = spawn(command, args, {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child = started;
    await eventually(() => {
      if (started.exitCode !== null) throw new Error(`${command} ended`);
      return answers(port);
    });
  };
  process.on('exit', end);
  await start();
  const traffic = await countTraffic(port);
  return {
    traffic,
    async crash() {
      end();
      await delay(downMs);
      await start();
    },
    close() {
      traffic.close();
      end();
      onClose();
    },
  };
}

/** Serves within this process, whose connections all end in a crash. */
async function openProcess(start: (port: number) => Promise<{ close(): void }>): Promise<Server> {
  const port = await findPort();
  let server = await start(port);
  const traffic = await countTraffic(port);
  return {
    traffic,
    async crash() {
      server.close();
      await delay(downMs);
      server = await start(port);
    },
    close() {
      traffic.close();
      server.close();
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function makeFolder(path?: string): Promise<string> {
  if (path === undefined) return mkdtemp(join(tmpdir(), 'lectern-bench-server-'));
  await mkdir(path);
  return path;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
