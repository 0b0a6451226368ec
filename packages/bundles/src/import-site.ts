import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { BlobStore } from '@lectern/blobs';
import {
  applySqlMigrations,
  migrate,
  migrationLock,
  type SchemaSource,
  serviceSources,
} from '@lectern/migrate';
import { type Client, escapeIdentifier } from 'pg';
import type { Manifest, SiteDescription, SiteSecrets } from './archive/archive-format.ts';
import { type ArchiveEntry, ArchiveReader } from './archive/archive-reader.ts';
import { BundleError } from './bundle-error.ts';
import { copyRowsIn, countRows, restoreIdentities } from './database/copy-rows.ts';
import { countReferencedBlobs } from './database/referenced-blobs.ts';
import {
  assertKnown,
  type KnownMigrations,
  loadKnownMigrations,
  readSchemaVersions,
  type SchemaVersions,
} from './database/schema-versions.ts';
import { withSession } from './database/session.ts';
import { findFilledTable, quoteTable } from './database/table-columns.ts';
import { createProgress, describeBytes, type Report } from './progress-report.ts';
import { carriedTables } from './site-tables.ts';

export interface ImportSiteOptions {
  /** Address of the database, as the owner of every schema and without a transaction pooler. */
  readonly databaseUrl: string;
  readonly blobs: BlobStore;
  /** Gives the archive. */
  readonly input: Readable;
  readonly report?: Report;
  /** Cancels the import. */
  readonly signal?: AbortSignal;
  /** Default: the services of this repository. */
  readonly sources?: readonly SchemaSource[];
}

export interface ImportedSite {
  readonly manifest: Manifest;
  /** The site cannot read its sealed rows without them. */
  readonly secrets: SiteSecrets | undefined;
}

/** Long enough for a query, too short for a suite that runs. */
const lockTimeoutMs = 20_000;

/** Messages for error codes of zlib on damaged archives. */
const streamProblems: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'The archive is incomplete.',
  ZSTD_error_prefix_unknown: 'This is not an archive of a site.',
};

/**
 * Fills an empty site from an archive, in one transaction: its tables are made anew as the archive
 * knows them, loaded, and brought up to this version. Blobs are stored before the rows that name
 * them are there.
 *
 * @throws BundleError with a sentence for the operator. The database is then as it was; blobs
 *   that were stored already are named by nothing, and a worker sweeps them.
 */
export async function importSite({
  databaseUrl,
  blobs,
  input,
  report = () => {},
  signal,
  sources = serviceSources,
}: ImportSiteOptions): Promise<ImportedSite> {
  const known = await loadKnownMigrations(sources);
  const imported = await withSession({ databaseUrl, lockTimeoutMs }, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    assertKnown('The database', await readSchemaVersions(client, known), known);
    const filled = await findFilledTable(client, carriedTables);
    if (filled) {
      throw new BundleError(`This site is not empty: ${filled} has rows. Import into a new one.`);
    }
    const loaded = await readArchive({ input, signal }, (archive) =>
      load({ client, blobs }, archive, { known, report }),
    );
    for (const [schema, migrations] of Object.entries(known)) {
      await applySqlMigrations(client, { schema, migrations, transact: withinTransaction });
    }
    await client.query(`analyze ${carriedTables.map(({ name }) => quoteTable(name)).join(', ')}`);
    await client.query('commit');
    return loaded;
  });
  await migrate({ databaseUrl, sources });
  return imported;
}

/**
 * Reads the secrets from the beginning of an archive; undefined where it has none.
 * @throws BundleError
 */
export async function readSiteSecrets(input: Readable): Promise<SiteSecrets | undefined> {
  return readArchive({ input, signal: undefined }, async (archive) => {
    const { secrets } = await archive.readSite();
    await archive.drain();
    return secrets;
  });
}

async function readArchive<Result>(
  { input, signal }: Pick<ImportSiteOptions, 'input'> & { signal: AbortSignal | undefined },
  use: (archive: ArchiveReader) => Promise<Result>,
): Promise<Result> {
  try {
    return await pipeline(
      input,
      createZstdDecompress(),
      (source: AsyncIterable<Buffer>) => use(new ArchiveReader(source)),
      { signal },
    );
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!/^(Z_|ZSTD_)/.test(code)) throw error;
    throw new BundleError(streamProblems[code] ?? `The archive is damaged: ${message}.`, {
      cause: error,
    });
  }
}

interface EmptySite {
  readonly client: Client;
  readonly blobs: BlobStore;
}

async function load(
  site: EmptySite,
  archive: ArchiveReader,
  { known, report }: { readonly known: KnownMigrations; readonly report: Report },
): Promise<ImportedSite> {
  const { client } = site;
  const described = await archive.readSite();
  const { schemas, tables, exported_at, lectern, postgresql } = described;
  assertKnown('The archive', schemas, known);
  report(`Archive of ${exported_at}, Lectern ${lectern}, PostgreSQL ${postgresql}`);
  await makeSchemas(client, schemas, known);

  const loaded: Loaded = { blobs: { count: 0, bytes: 0 }, tables: new Map() };
  const progress = createProgress(report);
  const entries = archive.readEntries();
  for (;;) {
    const { value, done } = await entries.next();
    if (done) {
      assertComplete(value, loaded, await countReferencedBlobs(client));
      await restoreIdentities(client, tables);
      return { manifest: value, secrets: described.secrets };
    }
    await loadEntry(site, { entry: value, tables }, loaded);
    progress(() => describeLoaded(loaded));
  }
}

interface Loaded {
  readonly blobs: { count: number; bytes: number };
  readonly tables: Map<string, { rows: number; bytes: number; parts: number }>;
}

interface EntryToLoad {
  readonly entry: ArchiveEntry;
  readonly tables: SiteDescription['tables'];
}

async function loadEntry(
  { client, blobs }: EmptySite,
  { entry, tables }: EntryToLoad,
  loaded: Loaded,
): Promise<void> {
  if (entry.kind === 'blob') {
    const stored = await blobs.put(Readable.from(entry.bytes));
    if (stored.sha256 !== entry.sha256) {
      throw new BundleError(
        `The content of blobs/${entry.sha256} does not match the SHA-256 in its name.`,
      );
    }
    loaded.blobs.count += 1;
    loaded.blobs.bytes += entry.size;
    return;
  }
  const table = tables.find(({ name }) => name === entry.table);
  if (!table) throw new BundleError(`The archive does not describe ${entry.table}.`);
  await copyRowsIn(client, table, entry.bytes);
  const { rows, bytes, parts } = loaded.tables.get(table.name) ?? { rows: 0, bytes: 0, parts: 0 };
  loaded.tables.set(table.name, {
    rows: rows + countRows(entry.bytes),
    bytes: bytes + entry.bytes.length,
    parts: parts + 1,
  });
}

/** Tables as they were where the archive was made. */
async function makeSchemas(
  client: Client,
  versions: SchemaVersions,
  known: KnownMigrations,
): Promise<void> {
  const schemas = Object.keys(known);
  for (const schema of schemas) {
    await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`);
  }
  for (const schema of schemas) {
    const migrations = known[schema]?.slice(0, versions[schema]?.length ?? 0) ?? [];
    await applySqlMigrations(client, { schema, migrations, transact: withinTransaction });
  }
}

const withinTransaction = (_: unknown, work: () => Promise<void>) => work();

function assertComplete(manifest: Manifest, loaded: Loaded, referenced: number): void {
  const { count, bytes } = manifest.blobs;
  if (loaded.blobs.count !== count || loaded.blobs.bytes !== bytes || referenced !== count) {
    throw new BundleError(
      `The archive holds ${loaded.blobs.count} files, its manifest counts ${count}, its documents need ${referenced}.`,
    );
  }
  for (const { name, ...counted } of manifest.tables) {
    const found = loaded.tables.get(name) ?? { rows: 0, bytes: 0, parts: 0 };
    if (found.rows === counted.rows && found.bytes === counted.bytes) continue;
    throw new BundleError(
      `The archive holds ${found.rows} rows of ${name}, its manifest counts ${counted.rows}.`,
    );
  }
}

function describeLoaded({ blobs, tables }: Loaded): string {
  const [name, counted] = [...tables].at(-1) ?? [];
  if (counted) return `${name}: ${counted.rows} rows`;
  return `${blobs.count} files, ${describeBytes(blobs.bytes)}`;
}
