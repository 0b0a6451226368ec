import { createHash } from 'node:crypto';
import type { Analyzer, Embedder } from '@lectern/retrieval';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction, IndexVersionsTable } from '../database/tables.ts';

/** Properties of an index. A query is only compared with vectors and terms of the same model and analyser. */
export interface IndexVersionSettings {
  readonly id: string;
  readonly embeddingModel: string;
  readonly dimensions: number;
  readonly analyzerVersion: string;
}

/** An index version that this site has recorded. */
export interface IndexVersion extends IndexVersionSettings {
  /** Name in the index's store; unique across sites. */
  readonly indexName: string;
}

/** Name of the lock of the worker that builds an index version or fills in vectors. */
export const buildLock = 'rag.generation.build';

/** The index version was removed while a worker waited to build it. A restart helps. */
class IndexVersionRemovedError extends Error {
  override readonly name = 'IndexVersionRemovedError';

  constructor({ id }: Pick<IndexVersion, 'id'>) {
    super(`Index version ${id} was removed meanwhile.`);
  }
}

export function describeIndexVersion(
  embedder: Pick<Embedder, 'id' | 'dimensions'>,
  analyzer: Pick<Analyzer, 'version'>,
): IndexVersionSettings {
  const parts = [embedder.id, embedder.dimensions, analyzer.version];
  return {
    id: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12),
    embeddingModel: embedder.id,
    dimensions: embedder.dimensions,
    analyzerVersion: analyzer.version,
  };
}

/** Loads the index version that is searched. A new site starts with the configured one. */
export async function loadActiveIndexVersion(
  database: Database,
  configured: IndexVersionSettings,
): Promise<IndexVersion> {
  const active = await findActiveIndexVersion(database);
  if (active) return active;
  await database
    .insertInto('rag.index_generations')
    .values({ ...toRow(configured), status: 'active', activated_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const started = await findActiveIndexVersion(database);
  if (!started) throw new Error('no index version is active');
  return started;
}

/** Records the configured index version if it is new, and marks it as used. */
export async function registerIndexVersion(
  database: Database,
  configured: IndexVersionSettings,
): Promise<IndexVersion> {
  await loadActiveIndexVersion(database, configured);
  const row = await database
    .insertInto('rag.index_generations')
    .values({ ...toRow(configured), status: 'building' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: sql`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/**
 * Records that an index version is being built. Returns whether that continues earlier work; a
 * retired index misses later writes.
 */
export async function startIndexVersion(
  database: Database,
  indexVersion: IndexVersion,
): Promise<{ goesOn: boolean }> {
  const row = await database
    .updateTable('rag.index_generations as g')
    .from('rag.index_generations as before')
    .whereRef('before.id', '=', 'g.id')
    .set({
      status: 'building',
      used_at: sql`now()`,
      build_started_at: sql`now()`,
      build_texts: 0,
      build_problem: null,
      build_reason: null,
    })
    .where('g.id', '=', indexVersion.id)
    .where('g.index_name', '=', indexVersion.indexName)
    .returning('before.status')
    .executeTakeFirst();
  if (!row) throw new IndexVersionRemovedError(indexVersion);
  return { goesOn: row.status === 'building' };
}

/**
 * Held shared during a write to the index version that answers, and exclusively during a switch.
 */
export const switchLock = sql`hashtextextended('rag.generation', 0)`;

/** Switches searches to an index version. The caller holds the {@link switchLock}. */
export async function activateIndexVersion(
  transaction: DatabaseTransaction,
  { id, indexName }: IndexVersion,
): Promise<void> {
  await transaction
    .updateTable('rag.index_generations')
    .set({ status: 'retired', used_at: sql`now()` })
    .where('status', '=', 'active')
    .where('id', '<>', id)
    .execute();
  const row = await transaction
    .updateTable('rag.index_generations')
    .set({ status: 'active', activated_at: new Date(), build_started_at: null })
    .where('id', '=', id)
    .where('index_name', '=', indexName)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new IndexVersionRemovedError({ id });
}

export async function findActiveIndexVersion(
  database: Database,
): Promise<IndexVersion | undefined> {
  const row = await database
    .selectFrom('rag.index_generations')
    .selectAll()
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row && fromRow(row);
}

function fromRow(row: Selectable<IndexVersionsTable>): IndexVersion {
  return {
    id: row.id,
    embeddingModel: row.embedding_model,
    dimensions: row.dimensions,
    analyzerVersion: row.analyzer_version,
    indexName: row.index_name,
  };
}

/**
 * The site's id, then a random part. Only letters and digits, so that the index version can be
 * derived from the store's name of the index.
 */
const newIndexName = sql<string>`
  (select id from rag.site) || 'g' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)`;

function toRow({ id, embeddingModel, dimensions, analyzerVersion }: IndexVersionSettings) {
  return {
    id,
    embedding_model: embeddingModel,
    dimensions,
    analyzer_version: analyzerVersion,
    index_name: newIndexName,
  };
}
