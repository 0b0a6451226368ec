import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { onPath } from '../sessions/on-path.ts';
import type { LeakedPasswords } from './leaked-passwords.ts';
import { leakedSentence } from './leaked-sentence.ts';

/** Refuses a leaked password where better-auth itself takes a new one: of who is signed in. */
export function refuseLeakedChanges(leakedPasswords: LeakedPasswords) {
  return {
    id: 'refuse-leaked-changes',
    hooks: {
      before: [
        {
          matcher: onPath('/change-password'),
          handler: createAuthMiddleware(async (context) => {
            const password: unknown = context.body?.newPassword;
            if (typeof password !== 'string' || !(await getSessionFromCtx(context))) return;
            if (await leakedPasswords.has(password)) {
              throw new APIError('BAD_REQUEST', {
                code: 'PASSWORD_LEAKED',
                message: leakedSentence,
              });
            }
          }),
        },
      ],
    },
  };
}
