import type { Pool } from 'pg';

/** Returns the organisation in which a new session of the person starts. */
export async function findFirstOrganisation(pool: Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    'select "organizationId" as id from auth.member where "userId" = $1 order by "createdAt", id limit 1',
    [userId],
  );
  return rows[0]?.id ?? null;
}

/** Returns whether the person signs in with a code in addition to the password. */
export async function hasTwoFactor(pool: Pool, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select 1 from auth."user" where id = $1 and "twoFactorEnabled"',
    [userId],
  );
  return rowCount === 1;
}
