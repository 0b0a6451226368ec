import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Lock of the worker that builds an index version or fills in vectors. */
export const buildLock = sql`hashtextextended('rag.generation.build', 0)`;

/**
 * Runs work that only one worker at a time may do. Returns undefined, without running it, while
 * another does.
 */
export async function withBuildLock<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return database.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${buildLock}) as taken`.execute(connection);
    if (!rows[0]?.taken) return undefined;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${buildLock})`.execute(connection);
    }
  });
}
