import { type Kysely, sql } from 'kysely';

/**
 * Runs work that only one process at a time may do, with the connection that holds the lock. Returns
 * undefined, without running it, while another process holds the lock.
 */
export async function tryWithLock<Tables, Result>(
  database: Kysely<Tables>,
  name: string,
  work: (holder: Kysely<Tables>) => Promise<Result>,
): Promise<Result | undefined> {
  return database.connection().execute(async (holder) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`.execute(holder);
    if (!rows[0]?.taken) return undefined;
    try {
      return await work(holder);
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(holder);
    }
  });
}
