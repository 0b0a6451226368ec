import type { BlobStore } from '@lectern/blobs';
import type { HybridIndex, IndexVersions } from '@lectern/retrieval';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { listUnknownRevisions } from '../index-versions/remove-unknown-revisions.ts';
import { countUnusedIndexes } from '../index-versions/remove-unused-index-versions.ts';
import { isDepartedGrant, listDepartedOrganisations } from './remove-departed.ts';
import { listUnreferencedBlobs } from './unreferenced-blobs.ts';

/** Number of leftovers by kind: data that should have been removed. All are 0 on a clean site. */
export interface Leftovers {
  /** Organisations with content and without members. */
  readonly organisations: number;
  /** Documents deleted for good at least a day ago. */
  readonly documents: number;
  /** Revisions that have not answered for a day. */
  readonly revisions: number;
  /** Chunks without a document. */
  readonly chunks: number;
  /** Chunks in the index whose revision is gone. */
  readonly index_objects: number;
  /** Indexes that no index version uses. */
  readonly indexes: number;
  /** Unreferenced blobs that are at least a day old. */
  readonly blobs: number;
  /** Grants to deleted people and teams. */
  readonly grants: number;
}

export interface LeftoversDependencies {
  readonly database: Database;
  readonly index: HybridIndex;
  readonly indexVersions: IndexVersions;
  readonly blobs: BlobStore;
}

const dayMs = 24 * 3_600_000;

/** Counts leftovers in the database, the index and the blob store. */
export async function countLeftovers(dependencies: LeftoversDependencies): Promise<Leftovers> {
  const { database, index } = dependencies;
  return {
    organisations: (await listDepartedOrganisations(database)).length,
    documents: await countRows(
      database,
      sql`rag.documents where deleted_at < now() - interval '1 day' and bin_id is null`,
    ),
    revisions: await countRows(
      database,
      sql`rag.revisions as r join rag.documents as d on d.id = r.document_id
        where r.id is distinct from d.active_revision and d.bin_id is null
          and d.status in ('ready', 'failed', 'cancelled')
          and d.updated_at < now() - interval '1 day'`,
    ),
    chunks: await countRows(
      database,
      sql`rag.chunks as c where not exists (select from rag.documents as d where d.id = c.document_id)`,
    ),
    index_objects: await countIndexObjects(database, index),
    indexes: await countUnusedIndexes(dependencies),
    blobs: await countAll(listUnreferencedBlobs(dependencies, new Date(Date.now() - dayMs))),
    grants: await countRows(
      database,
      sql`rag.grants as g, rag.collections as c where ${isDepartedGrant}`,
    ),
  };
}

async function countIndexObjects(database: Database, index: HybridIndex): Promise<number> {
  let objects = 0;
  for await (const { chunks } of listUnknownRevisions(database, index)) objects += chunks;
  return objects;
}

async function countRows(database: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

async function countAll(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of items) count += 1;
  return count;
}
