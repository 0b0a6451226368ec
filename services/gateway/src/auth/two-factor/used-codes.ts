import type { Pool } from 'pg';

/** Longer than a code of an authenticator app is taken for right. */
const rememberedFor = '3 minutes';

/** Codes of authenticator apps that have done their work. */
export interface UsedCodes {
  has(userId: string, code: string): Promise<boolean>;
  /** False where another request with the same code came first. */
  add(userId: string, code: string): Promise<boolean>;
}

/** In PostgreSQL, for every gateway process. */
export function createUsedCodes(pool: Pool): UsedCodes {
  return {
    async has(userId, code) {
      const { rowCount } = await pool.query(
        `select 1 from auth.second_factor_codes
         where user_id = $1 and code = $2 and at > now() - $3::interval`,
        [userId, code, rememberedFor],
      );
      return rowCount === 1;
    },

    async add(userId, code) {
      const { rowCount } = await pool.query(
        `insert into auth.second_factor_codes as c (user_id, code) values ($1, $2)
         on conflict (user_id, code) do update set at = now()
           where c.at <= now() - $3::interval`,
        [userId, code, rememberedFor],
      );
      return rowCount === 1;
    },
  };
}
