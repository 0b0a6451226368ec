import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BlobStore, openFileBlobs } from '@lectern/blobs';
import { type SchemaSource, serviceSources } from '@lectern/migrate';
import { createTestDatabase, eventually, type TestDatabase } from '@lectern/testing';
import { awkwardText, fillSite } from '../test/fill-site.ts';
import { checkArchive } from './check-archive.ts';
import { type ExportSiteOptions, exportSite } from './export-site.ts';
import { importSite, readSiteSecrets } from './import-site.ts';
import { carriedTables, leftTables, listTables } from './site-tables.ts';

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let sourceBlobs: BlobStore;
let targetBlobs: BlobStore;

async function open(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  sourceBlobs = await openFileBlobs(join(folder, 'source'));
  targetBlobs = await openFileBlobs(join(folder, 'target'));
}

async function close(): Promise<void> {
  await Promise.all([source, target].map((database) => database[Symbol.asyncDispose]()));
  await rm(folder, { recursive: true });
}

async function exportFrom({ url }: TestDatabase, more: Partial<ExportSiteOptions> = {}) {
  const pieces: Buffer[] = [];
  const output = new Writable({
    write(piece, _, done) {
      pieces.push(piece);
      done();
    },
  });
  const manifest = await exportSite({ databaseUrl: url, blobs: sourceBlobs, output, ...more });
  return { manifest, archive: Buffer.concat(pieces) };
}

const importInto = ({ url }: TestDatabase, archive: Buffer) =>
  importSite({ databaseUrl: url, blobs: targetBlobs, input: Readable.from([archive]) });

const quote = (table: string) => table.replace(/^(\w+)\.(\w+)$/, '"$1"."$2"');

/** Returns every row of every table that an archive contains, as text. */
async function readRows(
  { pool }: TestDatabase,
  hasSecrets = false,
): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { name, without = [] } of listTables({ hasSecrets })) {
    const found = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${quote(name)} as t order by 1`,
      [without],
    );
    rows[name] = found.rows.map(({ row }) => row);
  }
  return rows;
}

const countPeople = async ({ pool }: TestDatabase) =>
  (await pool.query('select from auth."user"')).rowCount;

function edit(archive: Buffer, change: (bytes: Buffer) => Buffer): Buffer {
  return zstdCompressSync(change(zstdDecompressSync(archive)), {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });
}

function replace(bytes: Buffer, from: string, to: string): Buffer {
  const at = bytes.indexOf(from);
  if (at === -1) throw new Error(`${from} is not there`);
  const copy = Buffer.from(bytes);
  copy.write(to, at);
  return copy;
}

describe('a site as an archive', () => {
  beforeEach(open);
  afterEach(close);

  it('comes out as it went in, without what the old secret protects', async () => {
    const { original } = await fillSite(source.pool, sourceBlobs);
    const before = await readRows(source);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

    const { manifest, archive } = await exportFrom(source);
    expect(await importInto(target, archive)).toEqual({ manifest, secrets: undefined });

    expect(await readRows(target)).toEqual(before);
    const sha256 = createHash('sha256').update(original).digest('hex');
    expect(await targetBlobs.read(sha256)).toEqual(original);
    const { rows } = await target.pool.query(
      `select (select count(*)::int from auth.session) as sessions,
         (select "accessToken" from auth.account) as token,
         (select "signingKeyId" from auth."oauthResource") as key,
         (select claimed_by from rag.documents) as worker,
         (select credentials from mcp.mcp_servers) as credentials,
         (select api_key from llm.model_connections) as model_key`,
    );
    const none = {
      sessions: 0,
      token: null,
      key: null,
      worker: null,
      credentials: null,
      model_key: null,
    };
    expect(rows).toEqual([none]);
  });

  it('tells its secrets also where it is longer than what a stream buffers', async () => {
    await fillSite(source.pool, sourceBlobs, randomBytes(4_000_000));
    const secrets = { better_auth: 'a secret', credential_keys: ['newest'] };
    const { archive } = await exportFrom(source, { secrets });
    const pieces = Array.from({ length: Math.ceil(archive.length / 65_536) }, (_, at) =>
      archive.subarray(at * 65_536, (at + 1) * 65_536),
    );
    expect(await readSiteSecrets(Readable.from(pieces))).toEqual(secrets);
  });

  it('comes out with its sessions and credentials, together with the secrets that protect them', async () => {
    await fillSite(source.pool, sourceBlobs);
    const before = await readRows(source, true);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const secrets = { better_auth: 'a secret', credential_keys: ['newest', 'older'] };
    const { manifest, archive } = await exportFrom(source, { secrets });
    expect(await readSiteSecrets(Readable.from([archive]))).toEqual(secrets);
    expect(await importInto(target, archive)).toEqual({ manifest, secrets });
    expect(await readRows(target, true)).toEqual(before);
  });

  it('goes on counting where the old site was', async () => {
    await fillSite(source.pool, sourceBlobs);
    await source.pool.query("insert into auth.audit_log (action) values ('second')");
    await importInto(target, (await exportFrom(source)).archive);
    const { rows } = await target.pool.query(
      "insert into auth.audit_log (action) values ('next') returning id",
    );
    expect(rows).toEqual([{ id: '10' }]);
  });

  it('is described by its first entry and counted by its last one', async () => {
    await fillSite(source.pool, sourceBlobs);
    const { archive } = await exportFrom(source);
    const names = zstdDecompressSync(archive)
      .toString('latin1')
      .match(/(site\.json|manifest\.json|(blobs|tables\/\w+\.\w+)\/[0-9a-f]{64})(?=\0)/g);
    expect(names?.[0]).toBe('site.json');
    expect(names?.at(-1)).toBe('manifest.json');
    expect(names).toHaveLength(2 + 2 + listTables({ hasSecrets: false }).length);
  });

  it('is brought up to the migrations of the new site', async () => {
    await fillSite(source.pool, sourceBlobs);
    const { archive } = await exportFrom(source);
    const newer = await addMigration(
      'alter table rag.documents add column novelty text; update rag.documents set novelty = title',
    );
    await importSite({
      databaseUrl: target.url,
      blobs: targetBlobs,
      input: Readable.from([archive]),
      sources: newer,
    });
    const { rows } = await target.pool.query('select novelty from rag.documents');
    expect(rows).toEqual([{ novelty: awkwardText }]);
    await expect(exportFrom(target)).rejects.toThrow('rag has 9999-novelty, which is unknown here');
    await expect(exportFrom(source, { sources: newer })).rejects.toThrow(
      'lacks 9999-novelty in rag',
    );
  });

  it('is refused where somebody is already', async () => {
    await fillSite(source.pool, sourceBlobs);
    const { archive } = await exportFrom(source);
    await target.pool.query("insert into auth.organization values ('o', 'O', 'o', null, now())");
    await expect(importInto(target, archive)).rejects.toThrow(
      'This site is not empty: auth.organization has rows.',
    );
    expect((await target.pool.query('select id from auth.organization')).rows).toEqual([
      { id: 'o' },
    ]);
  });
});

describe('the check of an archive', () => {
  beforeEach(open);
  afterEach(close);

  const check = async () => {
    const { archive } = await exportFrom(source);
    return checkArchive({ databaseUrl: target.url, input: Readable.from([archive]) });
  };

  it('reads documents, conversations and searches back', async () => {
    await fillSite(source.pool, sourceBlobs);
    await source.pool.query(
      `update rag.documents d set status = 'ready',
         active_revision = (select id from rag.revisions where document_id = d.id)`,
    );
    await source.pool.query(
      "update rag.chunks set text = text || ' It''s C:\\boot\\''s http://a.example/b?c=''d'' long'",
    );
    expect(await check()).toMatch(
      /read 1 documents with passages, 1 conversations with 1 turns; 1 of 1 searches find their passage$/,
    );
  });

  it('fails for a document without its text', async () => {
    await fillSite(source.pool, sourceBlobs);
    await source.pool.query(
      "update rag.documents set status = 'ready', active_revision = gen_random_uuid()",
    );
    await expect(check()).rejects.toThrow('1 documents are ready, but lack their texts.');
    // Other test files share the server.
    const { rows } = await target.pool.query(
      "select from pg_database where starts_with(datname, current_database() || '_check_')",
    );
    expect(rows).toEqual([]);
  });
});

describe('an archive that is not whole', () => {
  let archive: Buffer;
  beforeAll(async () => {
    await open();
    await fillSite(source.pool, sourceBlobs);
    await target.pool.query("insert into rag.leftovers values ('marks this database', 1, now())");
    ({ archive } = await exportFrom(source));
  });
  afterAll(close);
  afterEach(async () => {
    expect(await countPeople(target)).toBe(0);
    expect((await target.pool.query('select kind from rag.leftovers')).rows).toHaveLength(1);
  });

  it.each([
    ['its last bytes are missing', (whole: Buffer) => whole.subarray(0, -20), 'is incomplete'],
    [
      'half of it is missing',
      (whole: Buffer) => whole.subarray(0, whole.length / 2),
      'is incomplete',
    ],
    ['it is empty', () => Buffer.alloc(0), 'is incomplete'],
    ['it is something else', () => Buffer.from('%PDF-1.7 and so on'), 'not an archive of a site'],
    ['a stored byte is another', (whole: Buffer) => flip(whole), 'The archive is damaged'],
  ])('is refused when %s', async (_, damage, message) => {
    await expect(importInto(target, damage(archive))).rejects.toThrow(message);
  });

  it.each([
    ['rows are others', 'hash of a key', 'HASH of a key', 'does not match the SHA-256 in its name'],
    ['an original is another', 'original ', 'ORIGINAL ', 'does not match the SHA-256 in its name'],
    ['it is of an unknown format', '"version": 1', '"version": 9', 'has format 9'],
    ['a migration is unknown', '0001-identity', '0001-Identity', 'another version of Lectern'],
    ['a count is wrong', '"rows": 2,', '"rows": 3,', 'its manifest counts 3'],
  ])('is refused when %s', async (_, from, to, message) => {
    const edited = edit(archive, (bytes) => replace(bytes, from, to));
    await expect(importInto(target, edited)).rejects.toThrow(message);
  });

  it('is refused when an entry was taken out', async () => {
    const edited = edit(archive, (bytes) => {
      const start = bytes.indexOf('tables/auth.apikey/');
      const end = bytes.indexOf('tables/auth.oauthClient/');
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
    });
    await expect(importInto(target, edited)).rejects.toThrow('does not contain the entries');
  });
});

describe('an export', () => {
  beforeEach(open);
  afterEach(close);

  it('names the document whose original is gone', async () => {
    const { original, documentId } = await fillSite(source.pool, sourceBlobs);
    await sourceBlobs.delete(createHash('sha256').update(original).digest('hex'));
    await expect(exportFrom(source)).rejects.toThrow(`A file of document ${documentId}`);
  });

  it('names the document whose original has changed', async () => {
    const { original, documentId } = await fillSite(source.pool, sourceBlobs);
    const sha256 = createHash('sha256').update(original).digest('hex');
    const file = (await readdir(folder, { recursive: true })).find((name) => name.endsWith(sha256));
    await writeFile(join(folder, file ?? ''), 'something else');
    await expect(exportFrom(source)).rejects.toThrow(`A file of document ${documentId}`);
  });

  it('keeps the sweep of blobs waiting', async () => {
    const client = await source.pool.connect();
    await client.query("select pg_advisory_lock(hashtextextended('rag.lifecycle', 0))");
    let isDone = false;
    const exporting = exportFrom(source).finally(() => {
      isDone = true;
    });
    await waitForLock(source);
    expect(isDone).toBe(false);
    await client.query("select pg_advisory_unlock(hashtextextended('rag.lifecycle', 0))");
    client.release();
    await exporting;
  });

  it('refuses a table of which nobody has said whether it is carried', async () => {
    await source.pool.query('create table rag.novelties (id int)');
    await expect(exportFrom(source)).rejects.toThrow('rag.novelties');
  });

  it('lists every table that the migrations make, and no other', async () => {
    const { rows } = await source.pool.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname in ('auth', 'rag', 'llm', 'mcp') and tablename <> 'migrations'`,
    );
    const listed = [...carriedTables.map(({ name }) => name), ...Object.keys(leftTables)];
    expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});

function flip(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const middle = Math.floor(copy.length / 2);
  copy[middle] = (copy[middle] ?? 0) ^ 0xff;
  return copy;
}

async function waitForLock({ pool }: TestDatabase): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await pool.query(
      `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount === 1;
  });
}

/** All migrations and one more, of `rag`. */
async function addMigration(sql: string): Promise<readonly SchemaSource[]> {
  const copy = join(folder, 'migrations');
  const own = serviceSources.find(({ schema }) => schema === 'rag')?.folder ?? '';
  await cp(own, copy, { recursive: true });
  await writeFile(join(copy, '9999-novelty.sql'), sql);
  return serviceSources.map((found) =>
    found.schema === 'rag' ? { ...found, folder: copy } : found,
  );
}
