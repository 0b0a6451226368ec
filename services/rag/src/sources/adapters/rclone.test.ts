import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard } from '@lectern/service';
import { findProgram } from '../../programs/run-program.ts';
import type { SourceContext, SourceEntry } from '../source-adapter.ts';
import { openRclone } from './rclone.ts';
import {
  addressOfRemote,
  checkRclone,
  isCredential,
  needsAdministrator,
  resolveOptions,
  separateSecrets,
} from './rclone-options.ts';

const contextFor = (privateHosts: string[], folders: string[] = []) => {
  const guard = createAddressGuard({ protocols: ['https:', 'http:'], privateHosts });
  return { guard, privateHosts, folders, searchPath: process.env.PATH } as unknown as SourceContext;
};
const remote = (config: Record<string, string>, path = '') => ({ remote: 'mine', path, config });

describe('options of an rclone remote', () => {
  const refused = (config: Record<string, string>, path?: string) =>
    checkRclone(remote(config, path), contextFor([])).then(
      () => undefined,
      (error) => error.details.field,
    );

  it('may name no program, file or private address of the machine, and no other remote', async () => {
    for (const [config, field] of [
      [{ type: 'union', upstreams: '/etc' }, 'type'],
      [{ type: 'alias', remote: '/etc' }, 'type'],
      [{ type: 'http', url: 'https://93.184.215.14/' }, 'type'],
      [{ type: 'sftp', host: '93.184.215.14', ssh: 'sh -c id' }, 'ssh'],
      [{ type: 'sftp', host: '93.184.215.14', key_file: '/etc/shadow' }, 'key_file'],
      [
        { type: 'webdav', url: 'https://93.184.215.14/', bearer_token_command: 'id' },
        'bearer_token_command',
      ],
      [{ type: 'webdav', url: 'https://93.184.215.14/', unix_socket: '/run/x' }, 'unix_socket'],
      [{ type: 's3', env_auth: 'true' }, 'env_auth'],
      [{ type: 's3', shared_credentials_file: '/etc/aws/credentials' }, 'shared_credentials_file'],
      [{ type: 'drive', service_account_file: '/x' }, 'service_account_file'],
      [{ type: 's3', endpoint: 'http://169.254.169.254' }, 'endpoint'],
      [{ type: 's3', endpoint: '10.0.0.1:9000' }, 'endpoint'],
      [{ type: 'webdav', url: 'http://93.184.215.14/' }, 'url'],
      [{ type: 'webdav', url: 'https://ada:hunter2@93.184.215.14/' }, 'url'],
      [{ type: 'sftp', host: 'ada@93.184.215.14' }, 'host'],
      [{ type: 'sftp', host: '[::1]' }, 'host'],
      [{ type: 'ftp', host: '127.0.0.1' }, 'host'],
      [{ type: 'swift', auth: 'https://192.168.0.1/v3' }, 'auth'],
      [{ type: 'azureblob', sas_url: 'https://192.168.0.1/c' }, 'sas_url'],
      [{ type: 'azureblob', account: '127.0.0.1:80/x#' }, 'account'],
      [{ type: 's3', provider: 'Other', region: 'x@127.0.0.1#' }, 'region'],
      [{ type: 'oracleobjectstorage', region: 'x.example' }, 'region'],
      [{ type: 'zoho', region: 'com.x.example' }, 'region'],
      [{ type: 'zoho', region: 'xyz' }, 'region'],
      [{ type: 'jottacloud', tokenurl: 'http://127.0.0.1/' }, 'tokenurl'],
      [{ type: 'azureblob', use_emulator: 'true' }, 'use_emulator'],
      [{ type: 'azurefiles', connection_string: 'FileEndpoint=http://x' }, 'connection_string'],
      [
        { type: 'drive', service_account_credentials: '{"Token_URI":"http://127.0.0.1/"}' },
        'service_account_credentials',
      ],
    ] as const) {
      expect(await refused(config)).toBe(`settings.config.${field}`);
    }
    expect(await refused({ type: 'local' }, '/etc')).toBe('settings.path');
    expect(await refused({ type: 's3', provider: 'AWS', region: 'eu-west-1' })).toBeUndefined();
    expect(await refused({ type: 'google cloud storage' })).toBeUndefined();
    expect(await refused({ type: 'zoho', region: 'com.au' })).toBeUndefined();
  });

  it('give their secrets away, and name their servers', () => {
    const s3 = remote({ type: 's3', access_key_id: 'a', secret_access_key: 's', endpoint: 'e' });
    expect(separateSecrets(s3)).toEqual({
      settings: remote({ type: 's3', access_key_id: 'a', endpoint: 'e' }),
      credentials: { secret_access_key: 's' },
    });
    const drive = remote({ type: 'drive', token: '{}', client_id: 'c', client_secret: 's' });
    expect(separateSecrets(drive).credentials).toEqual({ token: '{}', client_secret: 's' });
    const files = remote({ type: 'azurefiles', account: 'a', connection_string: 'AccountKey=s' });
    expect(separateSecrets(files).credentials).toEqual({ connection_string: 'AccountKey=s' });
    expect([needsAdministrator(s3), needsAdministrator(drive)]).toEqual([true, false]);
    const jottacloud = remote({ type: 'jottacloud', tokenurl: 'https://93.184.215.14/' });
    expect(needsAdministrator(jottacloud)).toBe(true);
    const credentials = ['pass', 'token', 'access_key_id', 'type', 'url', 'sas_url', 'key_file'];
    expect([...credentials, 'tokenurl'].filter(isCredential)).toEqual(['pass', 'token']);
    for (const [name, value] of [
      ['endpoint', 'f'],
      ['region', 'x.example'],
    ] as const) {
      const elsewhere = remote({ ...s3.config, [name]: value });
      expect(addressOfRemote(s3)).not.toBe(addressOfRemote(elsewhere));
    }
  });
});

it.each([
  ['sftp', 'tls', '93.184.215.14'],
  ['smb', 'tls', '93.184.215.14'],
  ['sftp', 'explicit_tls', '93.184.215.14'],
  ['ftp', 'tls', 'files.example'],
])('names the server of %s with %s by %s', async (type, option, expected) => {
  const guard = createAddressGuard({
    protocols: ['https:', 'http:'],
    privateHosts: [],
    resolveHost: async () => [{ address: '93.184.215.14', family: 4 }],
  });
  const config = { type, host: 'files.example', [option]: 'true' };
  const resolved = await resolveOptions(config, { ...contextFor([]), guard });
  expect(resolved.host).toBe(expected);
});

const program = await findProgram('rclone', process.env.PATH ?? '');

// rclone is a program of the worker's machine, which a machine for tests may lack.
(program ? describe : describe.skip)('an rclone remote as a source', () => {
  const closers: (() => Promise<void> | void)[] = [];
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-remote-'));
    closers.push(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'sub [x]'));
    await writeFile(join(folder, 'a.txt'), 'A');
    await writeFile(join(folder, 'sub [x]', 'ü 1%20.txt'), 'B');
    await writeFile(join(folder, '.hidden'), 'no');
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  const serve = async (protocol: string): Promise<number> => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const args = ['serve', protocol, folder, '--addr', `127.0.0.1:${port}`];
    const child: ChildProcess = spawn(program ?? '', [...args, '--user', 'u', '--pass', 'p q'], {
      env: { PATH: process.env.PATH, RCLONE_CONFIG: join(folder, '.config') },
    });
    closers.push(() => void child.kill('SIGKILL'));
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (part: Buffer) => {
        if (/started on|listening on/i.test(part.toString())) resolve();
      });
    });
    return port;
  };
  const open = async (
    config: Record<string, string>,
    { pass = 'p q', path = '', privateHosts = ['127.0.0.1'] } = {},
  ) => {
    const credentials: Record<string, string> = config.type === 'local' ? {} : { pass };
    const context = contextFor(privateHosts, [folder]);
    const adapter = await openRclone({ settings: remote(config, path), credentials }, context);
    closers.push(() => adapter.close());
    return adapter;
  };
  const { signal } = new AbortController();
  const list = async (adapter: Awaited<ReturnType<typeof open>>) => {
    const entries: SourceEntry[] = [];
    for await (const batch of adapter.list({ signal, find: () => undefined }))
      entries.push(...batch);
    return entries.toSorted((one, other) => one.id.localeCompare(other.id));
  };

  /** Returns the options of an SFTP server, and the keys that the check of its source asks for. */
  const serveSftp = async () => {
    const port = String(await serve('sftp'));
    const config = { type: 'sftp', host: '127.0.0.1', port, user: 'u' };
    const error = await checkRclone(remote(config), contextFor(['127.0.0.1'])).catch((e) => e);
    return { config, error, keys: error.details.host_keys as { key: string; type: string }[] };
  };

  it('connects only to an SFTP server with a confirmed key', async () => {
    const { config, error, keys } = await serveSftp();
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { field: 'settings.config.host_key' },
    });
    expect(error.message).toMatch(/SHA256:[A-Za-z0-9+/]{43}/);
    await expect(open(config)).rejects.toMatchObject({ code: 'access_denied' });
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const parts = [Buffer.from('ssh-ed25519'), Buffer.from(x, 'base64url')];
    const other = Buffer.concat(parts.flatMap((part) => [Buffer.of(0, 0, 0, part.length), part]));
    const adapter = await open({ ...config, host_key: `ssh-ed25519 ${other.toString('base64')}` });
    await expect(list(adapter)).rejects.toMatchObject({
      code: 'access_denied',
      message: 'The server has another key than the confirmed one.',
    });
    const own = keys.map(({ key }) => key).join('\n');
    await checkRclone(remote({ ...config, host_key: own }), contextFor(['127.0.0.1']));
  });

  it('lists and reads files over WebDAV, SFTP and from a permitted folder', async () => {
    const sftp = await serveSftp();
    const hostKey = sftp.keys.map(({ key }) => key).join('\n');
    for (const [config, path] of [
      [{ type: 'webdav', url: `http://127.0.0.1:${await serve('webdav')}`, user: 'u' }, ''],
      [{ ...sftp.config, host_key: hostKey }, ''],
      [{ type: 'local' }, folder],
    ] as const) {
      const adapter = await open(config, { path });
      const entries = await list(adapter);
      expect(entries.map(({ id, size }) => [id, size])).toEqual([
        ['a.txt', 1],
        ['sub [x]/ü 1%20.txt', 1],
      ]);
      expect(await text(await adapter.read(entries[1] as SourceEntry, signal))).toBe('B');
      const gone = adapter.read({ id: 'gone', path: 'gone' }, signal);
      await expect(gone).rejects.toMatchObject({ code: 'source_not_found' });
      expect(await adapter.changedCredentials?.()).toBeUndefined();
      expect((await list(adapter)).map(({ etag }) => etag)).toEqual(
        entries.map(({ etag }) => etag),
      );
    }
  });

  it.each(['../[:local:]/etc/hostname', 'a/../../[:local:]/etc/hostname'])(
    'reads no file of the machine by the path %s',
    async (id) => {
      const adapter = await open({
        type: 'webdav',
        url: `http://127.0.0.1:${await serve('webdav')}`,
        user: 'u',
      });
      await expect(adapter.read({ id, path: id }, signal)).rejects.toMatchObject({
        code: 'access_denied',
      });
    },
  );

  it('reads no folder of the machine by a type among its credentials', async () => {
    const settings = remote({ type: 'drive' }, folder);
    const adapter = await openRclone(
      { settings, credentials: { type: 'local' } },
      contextFor(['127.0.0.1']),
    );
    closers.push(() => adapter.close());
    await expect(list(adapter)).rejects.toMatchObject({ name: 'SourceError' });
  });

  it('fails for a folder that does not exist, wrong passwords and refused addresses', async () => {
    const url = `http://127.0.0.1:${await serve('webdav')}`;
    const fails = (more: object) =>
      open({ type: 'webdav', url, user: 'u' }, more)
        .then(list)
        .catch((error) => error.code);
    expect(await fails({ path: 'gone' })).toBe('source_not_found');
    expect(await fails({ pass: 'wrong' })).toBe('access_denied');
    expect(await fails({ privateHosts: [] })).toBe('address_refused');
  });
});
