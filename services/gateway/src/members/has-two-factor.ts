import type { Pool } from 'pg';

/** Whether signing in takes a code beside the password. */
export async function hasSecondFactor(pool: Pool, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select 1 from auth."user" where id = $1 and "twoFactorEnabled"',
    [userId],
  );
  return rowCount === 1;
}
