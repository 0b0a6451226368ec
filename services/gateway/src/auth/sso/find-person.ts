import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { ssoProviderId } from './sign-in-settings.ts';

/** Claims of a person whom the provider has authenticated. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
}

/**
 * Returns the id of the person whom an organisation's provider has authenticated, and binds the
 * account to the subject at the first sign-in; undefined if the person may not sign in this way.
 */
export async function findPerson(
  database: Database,
  organisationId: string,
  { issuer, subject, email, isEmailVerified }: Claims,
): Promise<string | undefined> {
  const providerId = ssoProviderId(organisationId);
  const accountId = `${issuer} ${subject}`;
  const linked = await database
    .selectFrom('account')
    .select('userId')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!linked && (email === undefined || !isEmailVerified)) return undefined;
  const person = await database
    .selectFrom('user')
    .innerJoin('principals', 'principals.user_id', 'user.id')
    .innerJoin('sign_in_domains', (join) =>
      join
        .onRef('sign_in_domains.organisation_id', '=', 'principals.organisation_id')
        .on('sign_in_domains.domain', '=', sql`lower(split_part("user".email, '@', 2))`),
    )
    .select(['user.id', 'user.email'])
    .where('principals.organisation_id', '=', organisationId)
    .where('principals.disabled', '=', false)
    .where('verified_at', 'is not', null)
    // An administrator's rights reach beyond the organisation.
    .where(sql<boolean>`"user".role is distinct from 'admin'`)
    .where(linked ? 'user.id' : sql`lower("user".email)`, '=', linked?.userId ?? email ?? '')
    .executeTakeFirst();
  if (!person || linked) return person?.id;
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('account')
    .values({
      id: randomUUID(),
      userId: person.id,
      providerId,
      accountId,
      password: null,
      updatedAt: sql`now()`,
    })
    // Another subject of the provider has this account.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? person.id : undefined;
}
