import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { OneTimeTokens } from '../ports/one-time-tokens.ts';

/** Keeps the tokens' hashes; taking one is one statement, so that only one caller succeeds. */
export function createPostgresOneTimeTokens(pool: Pool): OneTimeTokens {
  const add = async (purpose: 'setup' | 'sign_in', userId: string | null) => {
    const token = randomBytes(32).toString('base64url');
    await pool.query('delete from auth.one_time_tokens where expires_at < now()');
    await pool.query(
      `insert into auth.one_time_tokens (token_hash, purpose, user_id, expires_at)
       values ($1, $2, $3, now() + interval '15 minutes')`,
      [hash(token), purpose, userId],
    );
    return token;
  };
  const take = async (purpose: 'setup' | 'sign_in', token: string) => {
    const { rows } = await pool.query<{ user_id: string | null }>(
      `delete from auth.one_time_tokens
       where token_hash = $1 and purpose = $2 and expires_at > now() returning user_id`,
      [hash(token), purpose],
    );
    return rows[0];
  };
  return {
    async addSetup() {
      await pool.query(`delete from auth.one_time_tokens where purpose = 'setup'`);
      return add('setup', null);
    },
    addSignIn: (userId) => add('sign_in', userId),
    takeSetup: async (token) => (await take('setup', token)) !== undefined,
    takeSignIn: async (token) => (await take('sign_in', token))?.user_id ?? undefined,
  };
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
