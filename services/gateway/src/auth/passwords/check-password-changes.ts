import { requestIdHeader } from '@lectern/contracts';
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { RateLimit } from '../../rate-limits/rate-limit.ts';
import { onPath } from '../better-auth/on-path.ts';
import { clientAddressHeader } from '../better-auth/to-auth-request.ts';
import type { LeakedPasswords } from './leaked-passwords.ts';
import { leakedSentence } from './passwords.ts';

const matcher = onPath('/change-password');

export interface PasswordChangeOptions {
  readonly auditLog: AuditLog;
  /** Limit of attempts per person. */
  readonly tries: Pick<RateLimit, 'consume'>;
  readonly leakedPasswords: Pick<LeakedPasswords, 'has'>;
}

/**
 * Adds our rules to better-auth's password change: attempts are limited by person and audited, leaked
 * passwords are rejected, and all other sessions end.
 */
export function checkPasswordChanges({ auditLog, tries, leakedPasswords }: PasswordChangeOptions) {
  return {
    id: 'check-password-changes',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (context) => {
            const session = await getSessionFromCtx(context);
            if (session) {
              await tries.consume(`change ${session.user.id}`);
              const password: unknown = context.body?.newPassword;
              if (typeof password === 'string' && (await leakedPasswords.has(password))) {
                throw new APIError('BAD_REQUEST', {
                  code: 'PASSWORD_LEAKED',
                  message: leakedSentence,
                });
              }
            }
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
