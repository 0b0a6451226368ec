import { createHash } from 'node:crypto';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { onPath } from './on-path.ts';

/**
 * Revokes the access tokens of an authorization code that is presented a second time. better-auth
 * deletes its refresh tokens and stores no access tokens.
 */
export function revokeReplayedCodes(database: Database) {
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
            if (isAPIError(returned)) await revokeCode(database, hash);
            else await storeCode(database, hash, returned);
          }),
        },
      ],
    },
  };
}

async function storeCode(database: Database, hash: string, returned: unknown): Promise<void> {
  const token = (returned as { readonly access_token?: unknown } | undefined)?.access_token;
  if (typeof token !== 'string' || token.split('.').length !== 3) return;
  const { sub, org, client_id } = decodeJwt(token);
  await database
    .deleteFrom('used_codes')
    .where('at', '<', sql<Date>`now() - interval '15 minutes'`)
    .execute();
  await database
    .insertInto('used_codes')
    .values({
      code_hash: hash,
      user_id: String(sub),
      organisation_id: (org as string | undefined) ?? null,
      client_id: String(client_id),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function revokeCode(database: Database, hash: string): Promise<void> {
  await database
    .selectFrom('used_codes')
    .select(sql`auth.revoke(user_id, organisation_id, 'oauth:' || client_id)`.as('revoked'))
    .where('code_hash', '=', hash)
    .execute();
}
