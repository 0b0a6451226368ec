import type { Pool } from 'pg';

/** The organisation that a person's session begins in. */
export async function findFirstOrganisation(pool: Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    'select "organizationId" as id from auth.member where "userId" = $1 order by "createdAt", id limit 1',
    [userId],
  );
  return rows[0]?.id ?? null;
}
