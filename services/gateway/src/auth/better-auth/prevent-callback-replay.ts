import { getAuthStateVerificationIdentifier } from '@better-auth/core/utils/state';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Database } from '../../database/tables.ts';
import { onProviderCallback } from './on-path.ts';

/**
 * Accepts each response of the identity provider once. The library reads its state and deletes it
 * later, so that two concurrent callbacks would both sign in.
 */
export function preventCallbackReplay(database: Database) {
  return {
    id: 'prevent-callback-replay',
    hooks: {
      before: [
        {
          matcher: onProviderCallback,
          handler: createAuthMiddleware(async (context) => {
            const { createAuthCookie, secret } = context.context;
            const state: unknown = context.query?.state;
            const cookie = await context.getSignedCookie(createAuthCookie('state').name, secret);
            // The library rejects the response of another browser, which must not use up the state.
            if (typeof state !== 'string' || cookie !== state) return;
            const { numUpdatedRows } = await database
              .updateTable('verification')
              .set({ updatedAt: new Date(0) })
              .where('identifier', '=', getAuthStateVerificationIdentifier(state))
              .where('updatedAt', '>', new Date(0))
              .executeTakeFirst();
            if (numUpdatedRows === 0n) throw context.redirect('/#sign-in-refused');
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
