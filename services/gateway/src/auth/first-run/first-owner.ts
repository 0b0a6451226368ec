import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Auth } from '../better-auth/create-auth.ts';

export interface FirstOwner {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** Runs before the owner is made, unless there is somebody already. */
  readonly beforehand?: () => Promise<void>;
}

export interface Owner {
  readonly userId: string;
  readonly organisationId: string;
}

export const firstOwnerEmail = 'owner@lectern.local';
export interface FoundOwner {
  readonly userId: string;
  readonly organisationId: string;
  readonly email: string;
}

/** Returns the owner with the oldest account; undefined before the first run. */
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

const firstOrganisation = { name: 'My organisation', slug: 'my-organisation' };

/** One number for everybody who may make the first owner. */
const advisoryLockKey = 0x4f574e52;

/**
 * Whether somebody is here. Who never was a member and never did anything is what a setup left that
 * a crash broke off: the next one begins anew.
 */
export async function hasUsers(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from auth."user" as person
     where exists (select from auth.member where "userId" = person.id)
       or exists (select from auth.audit_log where actor_id = person.id)
     limit 1`,
  );
  return rowCount === 1;
}

/**
 * Makes the first person, as owner of the first organisation and admin of this installation.
 * Gives undefined when there is somebody already; two processes at once make one owner.
 */
export async function createFirstOwner(
  auth: Auth,
  pool: Pool,
  { email, password, name, beforehand }: FirstOwner,
): Promise<Owner | undefined> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLockKey]);
    if (await hasUsers(pool)) return undefined;
    await beforehand?.();
    await removeRemains(pool);
    const { user } = await auth.api.createUser({ body: { email, password, name, role: 'admin' } });
    try {
      const organisation = await auth.api.createOrganization({
        body: { ...firstOrganisation, userId: user.id },
      });
      return { userId: user.id, organisationId: organisation.id };
    } catch (error) {
      await pool.query('delete from auth."user" where id = $1', [user.id]);
      throw error;
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLockKey]).catch(() => {});
    client.release();
  }
}

/** What a setup left that broke off: people of nowhere, and an organisation that holds its slug. */
async function removeRemains(pool: Pool): Promise<void> {
  await pool.query('delete from auth."user"');
  await pool.query(
    `delete from auth.organization as left_over
     where slug = $1
       and not exists (select from auth.member where "organizationId" = left_over.id)
       and not exists (select from auth.audit_log where organisation_id = left_over.id)`,
    [firstOrganisation.slug],
  );
}

export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
