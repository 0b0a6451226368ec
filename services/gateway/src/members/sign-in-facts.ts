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
