import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type BlobStore, blobSweepLock } from '@lectern/blobs';
import { type SchemaSource, serviceSources } from '@lectern/migrate';
import { version } from '@lectern/service';
import type { Client } from 'pg';
import {
  archiveFormat,
  type Manifest,
  manifestEntry,
  type SiteDescription,
  type SiteSecrets,
  siteEntry,
} from './archive/archive-format.ts';
import { ArchiveWriter } from './archive/archive-writer.ts';
import { BundleError } from './bundle-error.ts';
import { copyRowsOut, countRows } from './database/copy-rows.ts';
import { findDocumentsOf, listReferencedBlobs } from './database/referenced-blobs.ts';
import {
  assertCurrent,
  loadKnownMigrations,
  readSchemaVersions,
} from './database/schema-versions.ts';
import { withSession } from './database/session.ts';
import { assertTablesListed, describeTables } from './database/table-columns.ts';
import { createProgress, describeBytes, type Report } from './progress-report.ts';
import { carriedTables, listTables } from './site-tables.ts';

export interface ExportSiteOptions {
  /** Address of the database, as the owner of every schema and without a transaction pooler. */
  readonly databaseUrl: string;
  readonly blobs: BlobStore;
  /** Puts the site's secrets, and what they protect, into the archive. */
  readonly secrets?: SiteSecrets | undefined;
  /** Receives the archive. */
  readonly output: Writable;
  readonly report?: Report;
  /** Cancels the export. */
  readonly signal?: AbortSignal;
  /** Default: the services of this repository. */
  readonly sources?: readonly SchemaSource[];
}

/** The sweep of unreferenced blobs ends within minutes. */
const lockTimeoutMs = 600_000;

/**
 * Writes everything that makes a site what it is into one archive, as it is at one moment. The
 * suite may run meanwhile: no blob is swept until the end.
 *
 * @throws BundleError with a sentence for the operator; what was written then is no archive.
 */
export async function exportSite({
  databaseUrl,
  blobs,
  secrets,
  output,
  report = () => {},
  signal,
  sources = serviceSources,
}: ExportSiteOptions): Promise<Manifest> {
  const known = await loadKnownMigrations(sources);
  return withSession({ databaseUrl, lockTimeoutMs }, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [blobSweepLock]);
    await client.query('begin isolation level repeatable read, read only');
    const schemas = await readSchemaVersions(client, known);
    assertCurrent(schemas, known);
    await assertTablesListed(client, Object.keys(known), carriedTables);
    const site: SiteDescription = {
      format: archiveFormat,
      version: secrets ? 2 : 1,
      lectern: version,
      postgresql: await readServerVersion(client),
      exported_at: new Date().toISOString(),
      ...(secrets && { secrets }),
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([schema, migrations]) => [schema, [...migrations]]),
      ),
      tables: (await describeTables(client, listTables({ hasSecrets: !!secrets }))).map(
        ({ name, columns }) => ({
          name,
          columns: [...columns],
        }),
      ),
    };
    const packing = pack({ client, blobs }, site, report);
    let manifest: Manifest | undefined;
    await pipeline(
      async function* () {
        manifest = yield* packing;
      },
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      output,
      { signal },
    );
    await client.query('commit');
    if (!manifest) throw new Error('the archive has no manifest');
    return manifest;
  });
}

async function* pack(
  { client, blobs }: { readonly client: Client; readonly blobs: BlobStore },
  site: SiteDescription,
  report: Report,
): AsyncGenerator<Buffer, Manifest> {
  const archive = new ArchiveWriter();
  const progress = createProgress(report);
  const written = { count: 0, bytes: 0 };
  const tables: Manifest['tables'] = [];

  yield* archive.describe(siteEntry, site);
  for await (const sha256 of listReferencedBlobs(client)) {
    try {
      const size = await blobs.size(sha256);
      yield* archive.addStream('blobs', {
        sha256,
        size,
        bytes: await blobs.stream(sha256),
      });
      written.count += 1;
      written.bytes += size;
    } catch (error) {
      throw await explainLostBlob(client, sha256, error as Error);
    }
    progress(() => `${written.count} files, ${describeBytes(written.bytes)}`);
  }
  for (const table of site.tables) {
    const counted = { name: table.name, rows: 0, bytes: 0, parts: 0 };
    const order = carriedTables.find(({ name }) => name === table.name)?.order;
    for await (const part of copyRowsOut(client, table, order)) {
      yield* archive.addBytes(`tables/${table.name}`, part);
      counted.rows += countRows(part);
      counted.bytes += part.length;
      counted.parts += 1;
      progress(() => `${table.name}: ${counted.rows} rows`);
    }
    tables.push(counted);
  }
  const manifest = { blobs: written, tables, entries_sha256: archive.entriesSha256 };
  yield* archive.describe(manifestEntry, manifest);
  yield archive.end();
  return manifest;
}

async function explainLostBlob(client: Client, sha256: string, cause: Error): Promise<Error> {
  const documents = await findDocumentsOf(client, sha256);
  return new BundleError(
    `A file of document ${documents.join(', ')} cannot be read: ${cause.message} Restore ${sha256} in the store of originals, or delete the document.`,
    { cause },
  );
}

async function readServerVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}
