import { createHash } from 'node:crypto';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { decodeJwt } from 'jose';
import type { Pool } from 'pg';
import { onPath } from './on-path.ts';

/**
 * A code that comes a second time was seen by somebody else as well: what it gave ends. better-auth
 * deletes the refresh tokens of such a code; access tokens are kept nowhere, so they are revoked.
 */
export function revokeReplayedCodes(pool: Pool) {
  return {
    id: 'end-replayed-codes',
    hooks: {
      after: [
        {
          matcher: onPath('/oauth2/token'),
          handler: createAuthMiddleware(async ({ body, context }) => {
            if (body?.grant_type !== 'authorization_code' || typeof body.code !== 'string') return;
            const hash = createHash('sha256').update(body.code).digest('hex');
            const { returned } = context;
            if (isAPIError(returned)) await endCode(pool, hash);
            else await keepCode(pool, hash, returned);
          }),
        },
      ],
    },
  };
}

async function keepCode(pool: Pool, hash: string, returned: unknown): Promise<void> {
  const token = (returned as { readonly access_token?: unknown } | undefined)?.access_token;
  if (typeof token !== 'string' || token.split('.').length !== 3) return;
  const { sub, org, client_id } = decodeJwt(token);
  await pool.query(`delete from auth.used_codes where at < now() - interval '15 minutes'`);
  await pool.query(
    `insert into auth.used_codes (code_hash, user_id, organisation_id, client_id)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [hash, sub, org, client_id],
  );
}

async function endCode(pool: Pool, hash: string): Promise<void> {
  await pool.query(
    `select auth.revoke(user_id, organisation_id, 'oauth:' || client_id)
     from auth.used_codes where code_hash = $1`,
    [hash],
  );
}
