import { requestIdHeader } from '@lectern/contracts';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { RateLimit } from '../../rate-limits/rate-limit.ts';
import { clientAddressHeader } from './client-address.ts';
import { onPath } from './on-path.ts';

const matcher = onPath('/change-password');

/**
 * Who changes the password ends all other sessions, and each try is written down. Past the limit of
 * a person's tries the current password is not even looked at: 429 `rate_limited`.
 */
export function passwordChanges(auditLog: AuditLog, tries: Pick<RateLimit, 'take'>) {
  return {
    id: 'password-changes',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (context) => {
            const session = await getSessionFromCtx(context);
            if (session) await tries.take(`change ${session.user.id}`);
            return { context: { body: { revokeOtherSessions: true } } };
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (context) => {
            const { session, user } = (await getSessionFromCtx(context)) ?? {};
            const isRefused = isAPIError(context.context.returned);
            await auditLog.add({
              action: isRefused ? 'password.change_failed' : 'password.changed',
              organisationId: session?.activeOrganizationId ?? undefined,
              actorId: user?.id,
              target: user?.id,
              address: context.headers?.get(clientAddressHeader) ?? undefined,
              requestId: context.headers?.get(requestIdHeader) ?? undefined,
            });
          }),
        },
      ],
    },
  };
}
