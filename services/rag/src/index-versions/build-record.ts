import type { ModelProblem } from '@lectern/contracts';
import { sql, type UpdateObject } from 'kysely';
import type { Database, RagTables } from '../database/tables.ts';
import type { IndexVersion } from './index-version.ts';

/** Progress of building an index for another embedding model. */
export interface BuildState {
  readonly embeddingModel: string;
  readonly startedAt: Date;
  readonly documentsDone: number;
  readonly documentsTotal: number;
  /** Vectors per second since the start. */
  readonly textsPerSecond: number;
  /** Why it waits; null while it continues. */
  readonly problem: string | null;
  readonly reason: ModelProblem | null;
}

export interface BuildProgress extends Pick<BuildState, 'problem' | 'reason'> {
  readonly done: number;
  readonly total: number;
  readonly texts: number;
}

/**
 * Records progress; this also marks the index version as used, so that its index is not removed.
 */
export async function recordBuild(
  database: Database,
  { id }: IndexVersion,
  { done, total, texts, problem, reason }: BuildProgress,
): Promise<void> {
  await database
    .updateTable('rag.index_generations')
    .set({
      rebuild_done: done,
      rebuild_total: total,
      build_texts: texts,
      build_problem: problem,
      build_reason: reason,
      used_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns the build that runs or waits for its model; undefined if there is none. */
export async function findBuild(database: Database): Promise<BuildState | undefined> {
  const row = await database
    .selectFrom('rag.index_generations')
    .selectAll()
    .select(sql<number>`extract(epoch from used_at - build_started_at)::float8`.as('seconds'))
    .where('status', '=', 'building')
    .where('build_started_at', 'is not', null)
    .where(sql<boolean>`used_at > now() - interval '5 minutes'`)
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.build_started_at) return undefined;
  return {
    embeddingModel: row.embedding_model,
    startedAt: row.build_started_at,
    documentsDone: row.rebuild_done,
    documentsTotal: row.rebuild_total,
    textsPerSecond: toPace(row),
    problem: row.build_problem,
    reason: row.build_reason,
  };
}

/**
 * Records how many of the active index version's missing vectors were made since then. They are
 * stored in its row, where the count of its own build is no longer needed.
 */
export async function recordFill(
  database: Database,
  { startedAt, texts }: { readonly startedAt: Date; readonly texts: number },
): Promise<void> {
  await updateFill(database, { build_started_at: startedAt, build_texts: texts });
}

/** Records that no vectors are being made. */
export async function endFill(database: Database): Promise<void> {
  await updateFill(database, { build_started_at: null });
}

async function updateFill(
  database: Database,
  change: UpdateObject<RagTables, 'rag.index_generations'>,
): Promise<void> {
  await database
    .updateTable('rag.index_generations')
    .set(change)
    .where('status', '=', 'active')
    .execute();
}

/** Progress of filling in vectors. */
export interface FillState {
  readonly startedAt: Date;
  /** Vectors per second since the start. */
  readonly textsPerSecond: number;
}

/** Returns undefined if nothing is done: all documents have their vectors, or the model is away. */
export async function findFill(database: Database): Promise<FillState | undefined> {
  const row = await database
    .selectFrom('rag.index_generations')
    .select(['build_started_at', 'build_texts'])
    .select(sql<number>`extract(epoch from now() - build_started_at)::float8`.as('seconds'))
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!row?.build_started_at) return undefined;
  return { startedAt: row.build_started_at, textsPerSecond: toPace(row) };
}

function toPace(row: { readonly build_texts: number; readonly seconds: number }): number {
  return row.seconds > 0 ? Math.round((10 * row.build_texts) / row.seconds) / 10 : 0;
}
