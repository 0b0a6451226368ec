import { AppError } from '@lectern/contracts';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { onPath } from './on-path.ts';

const isOfConsent = onPath('/oauth2/get-consent', '/oauth2/delete-consent');
const isOfRights = /^YOU_ARE_NOT_ALLOWED/;

/**
 * Whoever is signed in and may not do something is told so with 403, and of another's consent what
 * is told of none. The library answers as if nobody were signed in: 401, mostly without a word.
 */
export function answerForbidden() {
  return {
    id: 'refuse-signed-in',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (call) => {
            const { returned } = call.context;
            if (!isAPIError(returned)) return;
            if (isOfConsent(call) && returned.statusCode === 404) throw new AppError('not_found');
            const { statusCode, body } = returned;
            if (statusCode !== 401 || (body && !isOfRights.test(String(body.code)))) return;
            if (!call.headers || !(await getSessionFromCtx(call))) return;
            throw new AppError(isOfConsent(call) ? 'not_found' : 'forbidden');
          }),
        },
      ],
    },
  };
}
