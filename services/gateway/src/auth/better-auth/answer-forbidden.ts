import { AppError } from '@lectern/contracts';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { onPath } from './on-path.ts';

const isOfConsent = onPath('/oauth2/get-consent', '/oauth2/delete-consent');
const isOfRights = /^YOU_ARE_NOT_ALLOWED/;

/**
 * Answers 403 to a signed-in person without the right, and 404 for another person's consent. The
 * library answers 401 as if nobody were signed in, mostly without a message.
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
