import { getAuthStateVerificationIdentifier } from '@better-auth/core/utils/state';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Pool } from 'pg';
import { onProviderCallback } from './on-path.ts';

/**
 * Lets an answer of the identity provider count once. The library reads its state and deletes it
 * later, so that of two at the same moment both signed in.
 */
export function preventCallbackReplay(pool: Pool) {
  return {
    id: 'take-answer-once',
    hooks: {
      before: [
        {
          matcher: onProviderCallback,
          handler: createAuthMiddleware(async (context) => {
            const { createAuthCookie, secret } = context.context;
            const state: unknown = context.query?.state;
            const cookie = await context.getSignedCookie(createAuthCookie('state').name, secret);
            // Another browser's is refused by the library, and takes nothing from the right one.
            if (typeof state !== 'string' || cookie !== state) return;
            const { rowCount } = await pool.query(
              `update auth.verification set "updatedAt" = to_timestamp(0)
               where identifier = $1 and "updatedAt" > to_timestamp(0)`,
              [getAuthStateVerificationIdentifier(state)],
            );
            if (rowCount === 0) throw context.redirect('/#sign-in-refused');
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
