import type { IndexVersions } from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { buildLock } from './index-version.ts';

export interface IndexVersionStores {
  readonly database: Database;
  readonly indexVersions: IndexVersions;
  readonly logger: Logger;
}

/**
 * A retired index version, or one whose build was given up, is removed after six hours. Documents
 * that are deleted meanwhile stay in it: with the hourly run they are gone well within a day.
 */
const isUnused = sql<boolean>`used_at < now() - interval '6 hours'`;

/**
 * Removes the indexes of unused index versions, and those of this site without an index version,
 * for example after the database was restored. Returns their number. A name is recorded before its
 * index is dropped and deleted afterwards, so that the next run completes an interrupted one.
 */
export async function removeUnusedIndexVersions({
  database,
  indexVersions,
  logger,
}: IndexVersionStores): Promise<number> {
  await retireNames(database);
  await recordUnknownIndexes(database, indexVersions);
  const names = await listDroppedIndexes(database);
  let removed = 0;
  for (const name of names) {
    try {
      await indexVersions.drop(name);
      await database.deleteFrom('rag.dropped_indexes').where('index_name', '=', name).execute();
      removed += 1;
    } catch (error) {
      logger.warn({ err: error, index: name }, 'an unused index could not be removed');
    }
  }
  return removed;
}

/** Counts the unused indexes that still exist, by the database or by the store. */
export async function countUnusedIndexes({
  database,
  indexVersions,
}: Omit<IndexVersionStores, 'logger'>): Promise<number> {
  const names = new Set([
    ...(await listUnknownIndexes(database, indexVersions)),
    ...(await listDroppedIndexes(database)),
  ]);
  const overdue = await database
    .selectFrom('rag.index_generations')
    .select('index_name')
    .where('status', '=', 'retired')
    .where(sql<boolean>`used_at < now() - interval '1 day'`)
    .execute();
  return names.size + overdue.length;
}

/** From here on a worker that starts with such an index version gets another index for it. */
async function retireNames(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${buildLock}, 0)) as taken`.execute(
      transaction,
    );
    // While one is being built it may be any of the unfinished ones.
    const statuses = rows[0]?.taken ? (['retired', 'building'] as const) : (['retired'] as const);
    const gone = await transaction
      .deleteFrom('rag.index_generations')
      .where('status', 'in', statuses)
      .where(isUnused)
      .returning('index_name')
      .execute();
    if (gone.length === 0) return;
    await transaction.insertInto('rag.dropped_indexes').values(gone).execute();
  });
}

async function recordUnknownIndexes(
  database: Database,
  indexVersions: IndexVersions,
): Promise<void> {
  const names = await listUnknownIndexes(database, indexVersions);
  if (names.length === 0) return;
  await database
    .insertInto('rag.dropped_indexes')
    .values(names.map((index_name) => ({ index_name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Lists indexes of this site without a row. The store is read first: an index version's row exists
 * before its index.
 */
async function listUnknownIndexes(
  database: Database,
  indexVersions: IndexVersions,
): Promise<string[]> {
  const { id } = await database.selectFrom('rag.site').select('id').executeTakeFirstOrThrow();
  const found = await indexVersions.list(id);
  const rows = await database.selectFrom('rag.index_generations').select('index_name').execute();
  const known = new Set(rows.map((row) => row.index_name));
  return found.filter((name) => !known.has(name));
}

async function listDroppedIndexes(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('rag.dropped_indexes').select('index_name').execute();
  return rows.map((row) => row.index_name);
}
