import type { Pool } from 'pg';
import type { LinkMaker, OneTimeTokens } from '../ports/one-time-tokens.ts';
import { createLinkToken, hashLinkToken } from './link-token.ts';

type Purpose = 'setup' | 'sign_in' | 'password';

const minutesByPurpose: Readonly<Record<Purpose, number>> = {
  setup: 15,
  sign_in: 15,
  password: 1_440,
};

/** Keeps the tokens' hashes; taking one is one statement, so that only one caller succeeds. */
export function createPostgresOneTimeTokens(pool: Pool): OneTimeTokens {
  const add = async (purpose: Purpose, userId: string | null, maker?: LinkMaker) => {
    const token = createLinkToken();
    const expiresAt = new Date(Date.now() + minutesByPurpose[purpose] * 60_000);
    await pool.query('delete from auth.one_time_tokens where expires_at < now()');
    await pool.query(
      `insert into auth.one_time_tokens
         (token_hash, purpose, user_id, expires_at, made_by, organisation_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [hashLinkToken(token), purpose, userId, expiresAt, maker?.userId, maker?.organisationId],
    );
    return { token, expiresAt };
  };
  const take = async (purpose: Purpose, token: string) => {
    const { rows } = await pool.query<{ user_id: string | null }>(
      `delete from auth.one_time_tokens
       where token_hash = $1 and purpose = $2 and expires_at > now()
         and (made_by is null or auth.may_reset(made_by, organisation_id, user_id))
       returning user_id`,
      [hashLinkToken(token), purpose],
    );
    return rows[0];
  };
  return {
    async addSetup() {
      await pool.query(`delete from auth.one_time_tokens where purpose = 'setup'`);
      return (await add('setup', null)).token;
    },
    addSignIn: async (userId) => (await add('sign_in', userId)).token,
    async addPassword(userId, maker) {
      await pool.query(
        `delete from auth.one_time_tokens where purpose = 'password' and user_id = $1`,
        [userId],
      );
      return add('password', userId, maker);
    },
    takeSetup: async (token) => (await take('setup', token)) !== undefined,
    takeSignIn: async (token) => (await take('sign_in', token))?.user_id ?? undefined,
    takePassword: async (token) => (await take('password', token))?.user_id ?? undefined,
  };
}
