import { AppError, type ResetSignIn } from '@lectern/contracts';
import type { Pool } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';

const statements: Readonly<Record<ResetSignIn['what'], readonly string[]>> = {
  oidc: [`delete from auth.account where "userId" = $1 and "providerId" = 'oidc'`],
  passkeys: [
    // A passkey may have opened any of the sessions; where there is none, they stay.
    `delete from auth.session where "userId" = $1
       and exists (select 1 from auth.passkey where "userId" = $1)`,
    'delete from auth.passkey where "userId" = $1',
  ],
  second_factor: [
    'delete from auth."twoFactor" where "userId" = $1',
    `update auth."user" set "twoFactorEnabled" = false where id = $1 and "twoFactorEnabled"`,
  ],
};

/**
 * Takes a person's binding to the identity provider away, the passkeys or the second factor. Says
 * whether there was one.
 * @throws AppError `not_found` when nobody has this address.
 */
export function resetSignIn(
  pool: Pool,
  { email, what }: ResetSignIn,
): Promise<{ readonly userId: string; readonly wasSet: boolean }> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from auth."user" where lower(email) = lower($1)',
      [email],
    );
    const userId = rows[0]?.id;
    if (!userId) throw new AppError('not_found', 'There is nobody of this address.');
    let wasSet = false;
    for (const statement of statements[what]) {
      const { rowCount } = await client.query(statement, [userId]);
      wasSet ||= (rowCount ?? 0) > 0;
    }
    return { userId, wasSet };
  });
}
