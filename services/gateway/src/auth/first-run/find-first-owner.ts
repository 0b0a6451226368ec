import type { Pool } from 'pg';

export interface FoundOwner {
  readonly userId: string;
  readonly organisationId: string;
  readonly email: string;
}

/** The owner who has been here longest; undefined where nobody is yet. */
export async function findFirstOwner(pool: Pool): Promise<FoundOwner | undefined> {
  const { rows } = await pool.query<{ user_id: string; organisation_id: string; email: string }>(
    `select principal.user_id, principal.organisation_id, person.email
     from auth.principals as principal
     join auth."user" as person on person.id = principal.user_id
     where principal.role = 'owner' and not principal.disabled
     order by person."createdAt", person.id, principal.organisation_id limit 1`,
  );
  const owner = rows[0];
  return (
    owner && {
      userId: owner.user_id,
      organisationId: owner.organisation_id,
      email: owner.email,
    }
  );
}
