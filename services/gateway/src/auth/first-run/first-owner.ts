import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Auth } from '../better-auth/create-auth.ts';

export interface FirstOwner {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** Runs before the owner is created; not called when there is a person already. */
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
export async function findFirstOwner(database: Database): Promise<FoundOwner | undefined> {
  const owner = await database
    .selectFrom('principals')
    .innerJoin('user', 'user.id', 'principals.user_id')
    .select(['principals.user_id', 'principals.organisation_id', 'user.email'])
    .where('principals.role', '=', 'owner')
    .where('principals.disabled', '=', false)
    .orderBy('user.createdAt')
    .orderBy('user.id')
    .orderBy('principals.organisation_id')
    .limit(1)
    .executeTakeFirst();
  return (
    owner && {
      userId: owner.user_id,
      organisationId: owner.organisation_id,
      email: owner.email,
    }
  );
}

const firstOrganisation = { name: 'My organisation', slug: 'my-organisation' };

const advisoryLockKey = 0x4f574e52;

/**
 * Returns whether anybody uses this installation. A person without a membership and without an audit
 * event was left by a setup that crashed; the next setup starts over.
 */
export async function hasUsers(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('user')
    .select('id')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('member').select('member.id').whereRef('userId', '=', 'user.id')),
        exists(selectFrom('audit_log').select('audit_log.id').whereRef('actor_id', '=', 'user.id')),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Creates the first person, as owner of the first organisation and administrator of the installation.
 * Returns undefined when there is a person already; concurrent calls create one owner.
 */
export function createFirstOwner(
  auth: Auth,
  database: Database,
  { email, password, name, beforehand }: FirstOwner,
): Promise<Owner | undefined> {
  return database.connection().execute(async (connection) => {
    try {
      await sql`select pg_advisory_lock(${advisoryLockKey})`.execute(connection);
      if (await hasUsers(database)) return undefined;
      await beforehand?.();
      await removeRemains(database);
      const { user } = await auth.api.createUser({
        body: { email, password, name, role: 'admin' },
      });
      try {
        const organisation = await auth.api.createOrganization({
          body: { ...firstOrganisation, userId: user.id },
        });
        return { userId: user.id, organisationId: organisation.id };
      } catch (error) {
        await database.deleteFrom('user').where('id', '=', user.id).execute();
        throw error;
      }
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLockKey})`.execute(connection).catch(() => {});
    }
  });
}

/** Removes the people of a setup that crashed, and the organisation that occupies its slug. */
async function removeRemains(database: Database): Promise<void> {
  await database.deleteFrom('user').execute();
  await database
    .deleteFrom('organization')
    .where('slug', '=', firstOrganisation.slug)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('member')
            .select('member.id')
            .whereRef('organizationId', '=', 'organization.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_log')
            .select('audit_log.id')
            .whereRef('organisation_id', '=', 'organization.id'),
        ),
      ),
    )
    .execute();
}

export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
