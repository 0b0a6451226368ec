import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Returns the organisation in which a new session of the person starts. */
export async function findFirstOrganisation(
  database: Database,
  userId: string,
): Promise<string | null> {
  const row = await database
    .selectFrom('member')
    .select('organizationId')
    .where('userId', '=', userId)
    .where('disabled', '=', false)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.organizationId ?? null;
}

/** Returns whether the person signs in with a code in addition to the password. */
export async function hasTwoFactor(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('user')
    .select('twoFactorEnabled')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.twoFactorEnabled === true;
}

/**
 * Returns whether a person may start sessions at the identity provider of an organisation alone.
 * Owners keep the other ways.
 */
export async function mustUseSso(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('user')
    .innerJoin('principals', 'principals.user_id', 'user.id')
    .innerJoin('sign_in_settings', 'sign_in_settings.organisation_id', 'principals.organisation_id')
    .innerJoin('sign_in_domains', 'sign_in_domains.organisation_id', 'principals.organisation_id')
    .select(['user.email'])
    .where('user.id', '=', userId)
    .where(sql<boolean>`"user".role is distinct from 'admin'`)
    .where('principals.disabled', '=', false)
    .where('principals.role', '<>', 'owner')
    .where('enforced', '=', true)
    .where('issuer', 'is not', null)
    .where('verified_at', 'is not', null)
    .whereRef('sign_in_domains.domain', '=', sql`lower(split_part("user".email, '@', 2))`)
    .executeTakeFirst();
  return row !== undefined;
}
