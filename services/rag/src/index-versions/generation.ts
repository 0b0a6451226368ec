import { createHash } from 'node:crypto';
import type { Analyzer, Embedder } from '@lectern/retrieval';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction, IndexGenerationsTable } from '../database/tables.ts';
import type { Generation, GenerationSettings } from './search-index.ts';

/** A worker waited so long to build a generation that it was removed. Starting anew helps. */
class GenerationRemovedError extends Error {
  override readonly name = 'GenerationRemovedError';

  constructor({ id }: Pick<Generation, 'id'>) {
    super(`Index generation ${id} was removed meanwhile.`);
  }
}

export function describeGeneration(
  embedder: Pick<Embedder, 'id' | 'dimensions'>,
  analyzer: Pick<Analyzer, 'version'>,
): GenerationSettings {
  const parts = [embedder.id, embedder.dimensions, analyzer.version];
  return {
    id: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12),
    embeddingModel: embedder.id,
    dimensions: embedder.dimensions,
    analyzerVersion: analyzer.version,
  };
}

/** The generation that is searched. A new site starts with the one that it is configured for. */
export async function loadActiveGeneration(
  database: Database,
  configured: GenerationSettings,
): Promise<Generation> {
  const active = await findActiveGeneration(database);
  if (active) return active;
  await database
    .insertInto('rag.index_generations')
    .values({ ...toRow(configured), status: 'active', activated_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const started = await findActiveGeneration(database);
  if (!started) throw new Error('no index generation is active');
  return started;
}

/** The configured generation, recorded if it is new, and as in use from now on. */
export async function registerGeneration(
  database: Database,
  configured: GenerationSettings,
): Promise<Generation> {
  await loadActiveGeneration(database, configured);
  const row = await database
    .insertInto('rag.index_generations')
    .values({ ...toRow(configured), status: 'building' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: sql`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/**
 * Records that a generation is being built. Gives whether that goes on with what was begun earlier:
 * a retired index also missed what was written since.
 */
export async function startGeneration(
  database: Database,
  generation: Generation,
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
    })
    .where('g.id', '=', generation.id)
    .where('g.index_name', '=', generation.indexName)
    .returning('before.status')
    .executeTakeFirst();
  if (!row) throw new GenerationRemovedError(generation);
  return { goesOn: row.status === 'building' };
}

/** Held shared while something is written to the generation that answers, and alone to switch. */
export const switchLock = sql`hashtextextended('rag.generation', 0)`;

/** Switches searches over to a generation, for who holds the {@link switchLock}. */
export async function activateGeneration(
  transaction: DatabaseTransaction,
  { id, indexName }: Generation,
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
  if (!row) throw new GenerationRemovedError({ id });
}

export async function findActiveGeneration(database: Database): Promise<Generation | undefined> {
  const row = await database
    .selectFrom('rag.index_generations')
    .selectAll()
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row && fromRow(row);
}

function fromRow(row: Selectable<IndexGenerationsTable>): Generation {
  return {
    id: row.id,
    embeddingModel: row.embedding_model,
    dimensions: row.dimensions,
    analyzerVersion: row.analyzer_version,
    indexName: row.index_name,
  };
}

/**
 * The site's id, then a part of its own. Letters and digits alone, so that the store's name of an
 * index can be turned back into this one.
 */
const newIndexName = sql<string>`
  (select id from rag.site) || 'g' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)`;

function toRow({ id, embeddingModel, dimensions, analyzerVersion }: GenerationSettings) {
  return {
    id,
    embedding_model: embeddingModel,
    dimensions,
    analyzer_version: analyzerVersion,
    index_name: newIndexName,
  };
}
