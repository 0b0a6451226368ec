import { randomUUID } from 'node:crypto';
import type { Role } from '@lectern/contracts';
import type { Pool } from 'pg';

/** A member of an organisation, as the gateway stores it. */
export interface PrincipalRow {
  readonly userId: string;
  readonly organisationId: string;
  /** Default `member`. */
  readonly role?: Role;
  /** Default false. */
  readonly disabled?: boolean;
  /** Teams of the organisation, created if they are new. Default none. */
  readonly teamIds?: readonly string[];
}

/**
 * Writes a person, the organisation and the membership to the schema `auth`. Existing rows are
 * kept; role, state and teams are updated.
 */
export async function addPrincipal(
  { pool }: { readonly pool: Pool },
  { userId, organisationId, role = 'member', disabled = false, teamIds = [] }: PrincipalRow,
): Promise<void> {
  await pool.query(
    `insert into auth."user" (id, name, email, "emailVerified", banned, "createdAt", "updatedAt")
     values ($1, $1, $1 || '@example.org', true, $2, now(), now())
     on conflict (id) do update set banned = excluded.banned`,
    [userId, disabled],
  );
  await pool.query(
    `insert into auth.organization (id, name, slug, "createdAt") values ($1, $1, $1, now())
     on conflict (id) do nothing`,
    [organisationId],
  );
  await pool.query(
    `insert into auth.member (id, "userId", "organizationId", role, "createdAt")
     values ($1, $2, $3, $4, now())
     on conflict ("userId", "organizationId") do update set role = excluded.role`,
    [randomUUID(), userId, organisationId, role],
  );
  await pool.query(
    `delete from auth."teamMember" where "userId" = $1
     and "teamId" in (select id from auth.team where "organizationId" = $2)`,
    [userId, organisationId],
  );
  for (const teamId of teamIds) await joinTeam(pool, { userId, organisationId, teamId });
}

async function joinTeam(
  pool: Pool,
  { userId, organisationId, teamId }: { userId: string; organisationId: string; teamId: string },
): Promise<void> {
  await pool.query(
    `insert into auth.team (id, name, "organizationId", "createdAt") values ($1, $1, $2, now())
     on conflict (id) do nothing`,
    [teamId, organisationId],
  );
  await pool.query(
    `insert into auth."teamMember" (id, "teamId", "userId", "createdAt")
     values ($1, $2, $3, now())`,
    [randomUUID(), teamId, userId],
  );
}
