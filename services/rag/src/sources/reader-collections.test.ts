import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSealingKey } from '@lectern/service';
import { eventually } from '@lectern/testing';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { findReaders } from './adapters/rclone-readers.ts';

/** Answers as rclone does; `files.json` is what `lsjson` prints. */
const program = `#!${process.execPath}
const fs = require('node:fs');
const files = __dirname + '/files.json';
const [, , command] = process.argv;
if (command === 'config') {
  console.log(JSON.stringify([{ Name: 'drive', Options: [{ Name: 'token', IsPassword: false }] }]));
} else if (command === 'lsjson') {
  const isAsked = process.argv.includes('--metadata') &&
    process.env.RCLONE_CONFIG_SOURCE_METADATA_PERMISSIONS === 'read';
  const lines = JSON.parse(fs.readFileSync(files, 'utf8')).map((file) =>
    JSON.stringify(isAsked ? file : { ...file, Metadata: undefined }));
  console.log('[\\n' + lines.join(',\\n') + '\\n]');
} else {
  const server = require('node:http').createServer((request, response) => {
    response.end('Text of ' + decodeURIComponent(request.url.split('/').at(-1)) + '.');
  });
  server.listen(0, '127.0.0.1', () => {
    console.error('Serving remote control on http://127.0.0.1:' + server.address().port + '/');
  });
}
`;

/** As `rclone lsjson --metadata --drive-metadata-permissions read` prints a file. */
const fileOf = (name: string, permissions: readonly object[] | undefined) => ({
  Path: name,
  Name: name,
  Size: 20,
  ModTime: '2024-05-01T10:00:00.000Z',
  IsDir: false,
  Hashes: { md5: name },
  Metadata: {
    'content-type': 'text/plain',
    mtime: '2024-05-01T10:00:00.000Z',
    owner: 'boss@example.org',
    starred: 'false',
    ...(permissions && { permissions: JSON.stringify(permissions) }),
  },
});
const person = (email: string, role = 'reader') => ({
  id: `1${email.length}`,
  type: 'user',
  role,
  emailAddress: email,
});

describe('permissions of a Drive folder', () => {
  let rag: TestRag;
  let folder: string;
  let sourceId: string;
  let owner: Person;
  let ada: Person;
  let ben: Person;
  const write = (files: Readonly<Record<string, readonly object[] | undefined>>) =>
    writeFile(
      join(folder, 'files.json'),
      JSON.stringify(Object.entries(files).map(([name, facts]) => fileOf(name, facts))),
    );
  const sync = async () => {
    const { body } = await owner.call('POST', `/rag/sources/${sourceId}/sync`);
    return eventually(
      async () => {
        const { body: list } = await owner.call('GET', `/rag/sources/${sourceId}/runs`);
        const run = list.runs.find((one: { id: string }) => one.id === body.id);
        if (['queued', 'running'].includes(run.status)) throw new Error(run.status);
        return run;
      },
      { timeoutMs: 30_000 },
    );
  };
  const listNames = async (who: Person): Promise<string[]> => {
    const { body } = await who.call('GET', '/rag/documents?limit=100');
    return body.documents.map(({ title }: { title: string }) => title).toSorted();
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-readers-'));
    await writeFile(join(folder, 'rclone'), program);
    await chmod(join(folder, 'rclone'), 0o755);
    const settings = { CREDENTIAL_KEYS: createSealingKey() };
    rag = await startTestRag(settings, { PATH: `${folder}:${process.env.PATH}` });
    owner = await rag.addPerson('owner', 'shared', 'owner');
    ada = await rag.addPerson('ada', 'shared', 'member');
    ben = await rag.addPerson('ben', 'shared', 'member');
    const collection = await owner.call('POST', '/rag/collections', { name: 'Drive' });
    // All members read the collection itself, which must not open what is below it.
    await owner.call('PUT', `/rag/collections/${collection.body.id}/grants`, {
      grants: [{ grantee: { type: 'role', id: 'member' }, permission: 'manage' }],
    });
    const created = await owner.call('POST', '/rag/sources', {
      kind: 'rclone',
      name: 'Drive',
      collection_id: collection.body.id,
      settings: { remote: 'x', config: { type: 'drive', token: '{}' }, permissions: true },
      max_removed_share: 1,
    });
    expect(created.status).toBe(201);
    sourceId = created.body.id;
  });
  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('let two people with different rights find different documents', async () => {
    await write({
      'both.txt': [person('ada@example.org'), person('Ben@Example.org', 'writer')],
      'ada.txt': [person('ada@example.org')],
      'group.txt': [{ id: '9', type: 'group', role: 'reader', emailAddress: 'ben@example.org' }],
      'link.txt': [{ id: 'anyoneWithLink', type: 'anyone', role: 'reader' }],
      'unknown.txt': undefined,
    });
    expect(await sync()).toMatchObject({ status: 'done', added: 5, failed: 0 });
    expect(await listNames(ada)).toEqual(['ada', 'both']);
    expect(await listNames(ben)).toEqual(['both']);
    expect(await listNames(owner)).toEqual(['ada', 'both', 'group', 'link', 'unknown']);
    expect(await sync()).toMatchObject({ added: 0, changed: 0, removed: 0, skipped: 5 });
  });

  it('are taken away and given by the next run', async () => {
    await write({
      'both.txt': [person('ben@example.org')],
      'ada.txt': [person('ada@example.org'), person('ben@example.org')],
      'group.txt': [],
      'link.txt': [],
      'unknown.txt': [],
    });
    const counts = { status: 'done', added: 0, changed: 2, failed: 0 };
    const { body: preview } = await owner.call('POST', `/rag/sources/${sourceId}/preview`);
    expect(preview).toMatchObject(counts);
    expect(await listNames(ada)).toEqual(['ada', 'both']);
    expect(await sync()).toMatchObject(counts);
    expect(await listNames(ada)).toEqual(['ada']);
    expect(await listNames(ben)).toEqual(['ada', 'both']);
  });

  it('replace grants and inheritance that somebody gave by hand', async () => {
    const { body } = await owner.call('GET', '/rag/collections?limit=100');
    const readers = body.collections.filter(({ name }: { name: string }) => /^Readers/.test(name));
    for (const { id } of readers) {
      await owner.call('PUT', `/rag/collections/${id}/grants`, { inherit: true, grants: [] });
    }
    expect(await listNames(ada)).toHaveLength(5);
    await sync();
    expect(await listNames(ada)).toEqual(['ada']);
    expect(await listNames(ben)).toEqual(['ada', 'both']);
  });

  it('are refused for a backend that has none', async () => {
    const { body: source } = await owner.call('GET', `/rag/sources/${sourceId}`);
    const { status, body } = await owner.call('POST', '/rag/sources', {
      kind: 'rclone',
      name: 'S3',
      collection_id: source.collection_id,
      settings: { remote: 'x', config: { type: 's3' }, permissions: true },
    });
    expect([status, body.error.details.field]).toEqual([400, 'settings.permissions']);
  });
});

it('reads the people whom OneDrive names, and no names that they chose', () => {
  const permissions = JSON.stringify([
    {
      id: '1234567890ABC!123',
      grantedTo: { user: { id: 'ryan@contoso.com' }, application: {}, device: {} },
      link: { webUrl: 'https://1drv.ms/t/s!1' },
      roles: ['read'],
    },
    {
      id: '48d31887',
      grantedToIdentities: [{ user: { displayName: 'Guest@contoso.com' }, application: {} }],
      link: { type: 'view', scope: 'users' },
      roles: ['read'],
    },
    {
      id: '5D33DD65',
      grantedTo: { user: { displayName: 'boss@contoso.com', id: 'efee1b77-fb3b' } },
      roles: ['owner'],
    },
    {
      id: 'site',
      grantedToV2: { user: { loginName: 'i:0#.f|membership|ann@contoso.com', id: '7' } },
      roles: ['write'],
    },
    { id: 'none', grantedTo: { user: { email: 'past@contoso.com' } }, roles: [] },
    { id: 'link', link: { type: 'view', scope: 'anonymous' }, roles: ['read'] },
  ]);
  expect(findReaders('onedrive', { permissions })).toEqual([
    'ann@contoso.com',
    'guest@contoso.com',
    'ryan@contoso.com',
  ]);
  expect(findReaders('onedrive', { permissions: 'garbage' })).toEqual([]);
  const pending = { ...person('new@example.org'), pendingOwner: true };
  const expired = { ...person('old@example.org'), expirationTime: '2020-01-01T00:00:00Z' };
  const drive = JSON.stringify([
    pending,
    expired,
    { ...person('gone@example.org'), deleted: true },
  ]);
  expect(findReaders('drive', { permissions: drive, owner: 'Boss@example.org' })).toEqual([
    'boss@example.org',
  ]);
});
