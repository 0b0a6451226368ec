import { createHash } from 'node:crypto';
import type { Analyzer, Embedder } from '@lectern/retrieval';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** What an index was made with. A query is only compared with vectors and terms of its own kind. */
export interface Generation {
  readonly id: string;
  readonly embeddingModel: string;
  readonly dimensions: number;
  readonly analyzerVersion: string;
}

export function describeGeneration(
  embedder: Pick<Embedder, 'id' | 'dimensions'>,
  analyzer: Pick<Analyzer, 'version'>,
): Generation {
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
  configured: Generation,
): Promise<Generation> {
  const active = await findActiveGeneration(database);
  if (active) return active;
  await database
    .insertInto('rag.index_generations')
    .values({ ...toRow(configured), status: 'active', activated_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findActiveGeneration(database)) ?? configured;
}

/** Records that a generation is being built. */
export async function startGeneration(database: Database, generation: Generation): Promise<void> {
  await database
    .insertInto('rag.index_generations')
    .values({ ...toRow(generation), status: 'building' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ status: 'building' }))
    .execute();
}

/** Switches searches over to a generation, in one transaction. */
export async function activateGeneration(database: Database, id: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('rag.generation', 0))`.execute(
      transaction,
    );
    await transaction
      .updateTable('rag.index_generations')
      .set({ status: 'retired' })
      .where('status', '=', 'active')
      .where('id', '<>', id)
      .execute();
    await transaction
      .updateTable('rag.index_generations')
      .set({ status: 'active', activated_at: new Date() })
      .where('id', '=', id)
      .execute();
  });
}

async function findActiveGeneration(database: Database): Promise<Generation | undefined> {
  const row = await database
    .selectFrom('rag.index_generations')
    .selectAll()
    .where('status', '=', 'active')
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      embeddingModel: row.embedding_model,
      dimensions: row.dimensions,
      analyzerVersion: row.analyzer_version,
    }
  );
}

function toRow({ id, embeddingModel, dimensions, analyzerVersion }: Generation) {
  return {
    id,
    embedding_model: embeddingModel,
    dimensions,
    analyzer_version: analyzerVersion,
  };
}
