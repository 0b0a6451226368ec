import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from '@lectern/contracts';
import type { Pool } from 'pg';

export type Headers = Readonly<Record<string, string>>;

/** Opens a session through a link that works once, and gives the headers of a page's requests. */
export async function signIn(pool: Pool, url: string, userId: string): Promise<Headers> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into auth.one_time_tokens (token_hash, purpose, user_id, expires_at)
     values ($1, 'sign_in', $2, now() + interval '5 minutes')`,
    [createHash('sha256').update(token).digest('hex'), userId],
  );
  const response = await fetch(`${url}/sign-in?token=${token}`, { redirect: 'manual' });
  const cookie = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  if (cookie.length === 0) throw new Error(`${userId} could not sign in: ${response.status}`);
  return { cookie: cookie.join('; '), origin: url };
}

/** Makes an API key of the person who is signed in, and gives the headers that send it. */
export async function createKey(
  url: string,
  session: Headers,
  scopes: readonly Scope[],
): Promise<Headers> {
  const response = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'isolation', scopes }),
  });
  if (response.status !== 201) throw new Error(`no key was made: ${await response.text()}`);
  const { key } = (await response.json()) as { key: string };
  return { authorization: `Bearer ${key}` };
}
