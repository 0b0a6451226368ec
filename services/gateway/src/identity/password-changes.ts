import { requestIdHeader } from '@lectern/contracts';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { AuditLog } from '../audit/audit-log.ts';
import { clientAddressHeader } from './client-address.ts';

const matcher = ({ path }: { path?: string }) => path === '/change-password';

/** Who changes the password ends all other sessions, and each try is written down. */
export function passwordChanges(auditLog: AuditLog) {
  return {
    id: 'password-changes',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async ({ body }) => ({
            context: { body: { ...body, revokeOtherSessions: true } },
          })),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (context) => {
            const { session, user } = (await getSessionFromCtx(context)) ?? {};
            const isRefused = context.context.returned instanceof APIError;
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
