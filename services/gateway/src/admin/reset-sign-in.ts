import { AppError, type ResetSignIn } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

type Reset = (transaction: Database, userId: string) => Promise<bigint>;

/** Each returns the number of removed rows. */
const resets: Readonly<Record<ResetSignIn['what'], Reset>> = {
  oidc: async (transaction, userId) => {
    const removed = await transaction
      .deleteFrom('account')
      .where('userId', '=', userId)
      .where((providers) =>
        providers.or([
          providers('providerId', '=', 'oidc'),
          providers('providerId', 'like', 'sso:%'),
        ]),
      )
      .executeTakeFirst();
    return removed.numDeletedRows;
  },
  passkeys: async (transaction, userId) => {
    const removed = await transaction
      .deleteFrom('passkey')
      .where('userId', '=', userId)
      .executeTakeFirst();
    // A passkey may have opened any of the sessions.
    if (removed.numDeletedRows > 0n) {
      await transaction.deleteFrom('session').where('userId', '=', userId).execute();
    }
    return removed.numDeletedRows;
  },
  second_factor: async (transaction, userId) => {
    const removed = await transaction
      .deleteFrom('twoFactor')
      .where('userId', '=', userId)
      .executeTakeFirst();
    const changed = await transaction
      .updateTable('user')
      .set({ twoFactorEnabled: false })
      .where('id', '=', userId)
      .where('twoFactorEnabled', '=', true)
      .executeTakeFirst();
    return removed.numDeletedRows + changed.numUpdatedRows;
  },
};

/**
 * Removes a person's link to the identity provider, the passkeys or the second factor, and returns
 * whether there was one.
 * @throws AppError `not_found` for an unknown email address.
 */
export function resetSignIn(
  database: Database,
  { email, what }: ResetSignIn,
): Promise<{ readonly userId: string; readonly wasSet: boolean }> {
  return database.transaction().execute(async (transaction) => {
    const person = await transaction
      .selectFrom('user')
      .select('id')
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .executeTakeFirst();
    if (!person) throw new AppError('not_found', 'There is no person with this email address.');
    const wasSet = (await resets[what](transaction, person.id)) > 0n;
    return { userId: person.id, wasSet };
  });
}
