import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Longer than a code of an authenticator app is valid. */
const rememberedFor = sql<Date>`now() - interval '3 minutes'`;

/** Codes of authenticator apps that were used. */
export interface UsedCodes {
  has(userId: string, code: string): Promise<boolean>;
  /** Returns false if another request used the code first. */
  add(userId: string, code: string): Promise<boolean>;
}

/** Stores used codes in PostgreSQL, for all gateway processes. */
export function createUsedCodes(database: Database): UsedCodes {
  return {
    async has(userId, code) {
      const row = await database
        .selectFrom('second_factor_codes')
        .select('at')
        .where('user_id', '=', userId)
        .where('code', '=', code)
        .where('at', '>', rememberedFor)
        .executeTakeFirst();
      return row !== undefined;
    },

    async add(userId, code) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('second_factor_codes')
        .values({ user_id: userId, code })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'code'])
            .doUpdateSet({ at: sql`now()` })
            .where('second_factor_codes.at', '<=', rememberedFor),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
