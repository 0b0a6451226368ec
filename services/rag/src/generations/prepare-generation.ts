import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Generation } from '../ports/search-index.ts';
import { activateGeneration, loadActiveGeneration, startGeneration } from './generation.ts';
import { type RebuildDependencies, rebuildIndex } from './rebuild-index.ts';

/** Held by the worker that builds a generation. */
export const buildLock = sql`hashtextextended('rag.generation.build', 0)`;

/**
 * Makes the generation that this worker writes the active one. When another model or analyser was
 * active, the new index is filled from the database first; searches use the old one until then.
 * The index of a site without documents is complete as it is.
 */
export async function prepareGeneration(
  dependencies: RebuildDependencies,
  generation: Generation,
): Promise<void> {
  const { database, index } = dependencies;
  await oneAtATime(database, async () => {
    const active = await loadActiveGeneration(database, generation);
    if (active.id !== generation.id) await buildGeneration(dependencies, active, generation);
  });
  if (!(await index.isComplete()) && !(await hasDocuments(database))) {
    await index.markComplete(true);
  }
}

async function buildGeneration(
  dependencies: RebuildDependencies,
  active: Generation,
  generation: Generation,
): Promise<void> {
  const { database, logger } = dependencies;
  logger.info({ from: active.id, to: generation.id }, 'building a new index generation');
  await startGeneration(database, generation);
  const built = await rebuildIndex(dependencies);
  await activateGeneration(database, generation);
  logger.info({ generation: generation.id, ...built }, 'the new index generation is active');
}

/** Of several workers that start together, one builds and the others wait for it. */
async function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${buildLock})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${buildLock})`.execute(connection);
    }
  });
}

async function hasDocuments(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('rag.documents')
    .select('id')
    .where('active_revision', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
