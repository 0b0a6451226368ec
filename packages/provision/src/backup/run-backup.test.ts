import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { migrate } from '@lectern/migrate';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { nameBackup } from './keep-backups.ts';
import { backUp, checkBackup } from './run-backup.ts';

let database: TestDatabase;
let folder: string;
let environment: Record<string, string>;
const lines: string[] = [];
const report = (line: string) => lines.push(line);

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate({ databaseUrl: database.url });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  lines.length = 0;
  const identity = await generateX25519Identity();
  environment = {
    DATABASE_URL: database.url,
    BLOB_DIR: join(folder, 'blobs'),
    BETTER_AUTH_SECRET: 'a secret of the site, long enough',
    CREDENTIAL_KEYS: 'k:key',
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_IDENTITY: `# a key file\n${identity}\n`,
  };
});
afterEach(() => rm(folder, { recursive: true }));

const listBackups = () => readdir(environment.BACKUP_DIR ?? '');
const findScratch = async () => {
  // Other test files share the server.
  const { rowCount } = await database.pool.query(
    "select 1 from pg_database where starts_with(datname, current_database() || '_check_')",
  );
  return rowCount;
};

it('writes a backup that only the private key can restore', async () => {
  await backUp(environment, report);
  const [name = ''] = await listBackups();
  const file = join(environment.BACKUP_DIR ?? '', name);
  expect((await readFile(file, 'latin1')).startsWith('age-encryption.org/v1')).toBe(true);
  expect((await stat(file)).mode & 0o077).toBe(0);

  await checkBackup(environment, report);
  expect(lines.at(-1)).toMatch(
    new RegExp(`^${name}: restored 0 organisations, .* with secrets; read 0 documents `),
  );
  const other = { ...environment, BACKUP_IDENTITY: await generateX25519Identity() };
  await expect(checkBackup(other, report)).rejects.toThrow('cannot be decrypted with the key of');
  expect(await findScratch()).toBe(0);
});

it('deletes expired backups once a new one is stored', async () => {
  await backUp(environment, report);
  const daysAgo = (days: number) => nameBackup(new Date(Date.now() - days * 86_400_000));
  const old = daysAgo(40);
  for (const name of [old, ...[1, 2, 3, 4, 5, 6].map(daysAgo)]) {
    await writeFile(join(environment.BACKUP_DIR ?? '', name), 'old');
  }
  await expect(
    backUp({ ...environment, DATABASE_URL: `${database.url}_gone` }, report),
  ).rejects.toThrow('does not exist');
  expect(await listBackups()).toContain(old);
  await backUp(environment, report);
  const left = await listBackups();
  expect(left).not.toContain(old);
  expect(left.filter((name) => name.endsWith('.partial'))).toEqual([]);
});

it('reports a damaged backup, and leaves no scratch database', async () => {
  await backUp(environment, report);
  const [name = ''] = await listBackups();
  const file = join(environment.BACKUP_DIR ?? '', name);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 20));
  await expect(checkBackup(environment, report)).rejects.toThrow('damaged or incomplete');
  expect(await findScratch()).toBe(0);
});

it('refuses a public key that is none', async () => {
  const wrong = { ...environment, BACKUP_RECIPIENT: 'age1notakey' };
  await expect(backUp(wrong, report)).rejects.toThrow('age1notakey is no public key of age');
});
