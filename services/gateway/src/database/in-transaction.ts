import type { Pool, PoolClient } from 'pg';

/** Runs work in one transaction: all of it counts, or nothing when it throws. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: unknown) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken !== undefined);
  }
}
