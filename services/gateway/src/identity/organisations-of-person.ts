import type { Pool } from 'pg';

/** Each has quotas of its own, so that who makes many would have none. */
const maxOrganisations = 20;

/** The organisation that a person's session begins in. */
export async function findFirstOrganisation(pool: Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    'select "organizationId" as id from auth.member where "userId" = $1 order by "createdAt", id limit 1',
    [userId],
  );
  return rows[0]?.id ?? null;
}

/** Whether a person is in so many that a further one is not for them to make. */
export async function hasEnoughOrganisations(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ enough: boolean }>(
    'select count(*) >= $2 as enough from auth.member where "userId" = $1',
    [userId, maxOrganisations],
  );
  return rows[0]?.enough ?? true;
}
