import { type AuditAction, type OpenAuthPath, requestIdHeader } from '@lectern/contracts';
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database } from '../../database/tables.ts';
import { findFirstOrganisation } from '../../members/sign-in-facts.ts';
import type { RateLimit } from '../../rate-limits/rate-limit.ts';
import { clientAddressHeader } from '../better-auth/to-auth-request.ts';
import { createUsedCodes } from './used-codes.ts';

interface Attempt {
  readonly userId: string;
  readonly organisationId: string | undefined;
  /** True if there is no session: the code is the last step of a sign-in. */
  readonly isSignIn: boolean;
}

type Kind = 'change' | 'sign_in';
type Actions = Readonly<Record<'done' | 'failed', AuditAction | undefined>>;

const changeFailed = 'second_factor.change_failed';
const codeFailed = 'sign_in.second_factor_failed';

/**
 * Audit actions of an attempt, by path and by whether it signs somebody in. A successful sign-in is
 * audited with its session.
 */
const actions: Readonly<Record<string, Readonly<Partial<Record<Kind, Actions>>>>> = {
  '/two-factor/enable': { change: { done: undefined, failed: changeFailed } },
  '/two-factor/disable': { change: { done: 'second_factor.disabled', failed: changeFailed } },
  '/two-factor/generate-backup-codes': {
    change: { done: 'second_factor.codes_replaced', failed: changeFailed },
  },
  '/two-factor/verify-totp': {
    change: { done: 'second_factor.enabled', failed: changeFailed },
    sign_in: { done: undefined, failed: codeFailed },
  },
  '/two-factor/verify-backup-code': {
    sign_in: { done: 'sign_in.recovery_code_used', failed: codeFailed },
  },
};

const appCodePath: OpenAuthPath = '/two-factor/verify-totp';

const matcher = ({ path }: { path?: string }) => path !== undefined && path in actions;

export interface TwoFactorChecksOptions {
  readonly database: Database;
  readonly auditLog: AuditLog;
  /** Limit of attempts per person. */
  readonly tries: Pick<RateLimit, 'consume'>;
}

/**
 * Limits attempts by person, audits them, and accepts a code once. No device is trusted for next
 * time, and a session need not prove anything but a factor that is being enabled.
 */
export function twoFactorChecks({ database, auditLog, tries }: TwoFactorChecksOptions) {
  const attempts = new WeakMap<object, Attempt>();
  const usedCodes = createUsedCodes(database);
  return {
    id: 'second-factor-checks',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (context) => {
            const known = await getSessionFromCtx(context);
            const rows = actions[context.path] ?? {};
            if (known && (!rows.change || (rows.sign_in && known.user.twoFactorEnabled))) {
              throw new APIError('BAD_REQUEST', { message: 'You are already signed in.' });
            }
            const userId = known?.user.id ?? (await findWhoOwesCode(context));
            if (userId) {
              await tries.consume(`${known ? 'change' : 'code'} ${userId}`);
              const code: unknown = context.path === appCodePath ? context.body?.code : undefined;
              if (typeof code === 'string' && (await usedCodes.has(userId, code))) {
                throw codeWasTaken();
              }
              attempts.set(context.context, {
                userId,
                organisationId:
                  known?.session.activeOrganizationId ??
                  (await findFirstOrganisation(database, userId)) ??
                  undefined,
                isSignIn: !known,
              });
            }
            return { context: { body: { trustDevice: false, disableSession: false } } };
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (context) => {
            const attempt = attempts.get(context.context);
            if (!attempt) return;
            const outcome = isAPIError(context.context.returned) ? 'failed' : 'done';
            if (context.path === appCodePath && outcome === 'done') {
              if (!(await usedCodes.add(attempt.userId, context.body.code))) {
                const { newSession, internalAdapter } = context.context;
                if (newSession) await internalAdapter.deleteSession(newSession.session.token);
                throw codeWasTaken();
              }
            }
            const row = actions[context.path]?.[attempt.isSignIn ? 'sign_in' : 'change'];
            const action = row?.[outcome];
            if (!action) return;
            await auditLog.add({
              action,
              organisationId: attempt.organisationId,
              actorId: attempt.isSignIn && outcome === 'failed' ? undefined : attempt.userId,
              target: attempt.userId,
              address: context.headers?.get(clientAddressHeader) ?? undefined,
              requestId: context.headers?.get(requestIdHeader) ?? undefined,
            });
          }),
        },
      ],
    },
  };
}

function codeWasTaken(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'CODE_WAS_TAKEN',
    message: 'This code was used already. Wait for the next one.',
  });
}

type AuthContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Returns the person whose password was right; the library stores it under the name in a signed
 * cookie.
 */
async function findWhoOwesCode(context: AuthContext): Promise<string | undefined> {
  const { createAuthCookie, secret, internalAdapter } = context.context;
  const name = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
  return name ? (await internalAdapter.findVerificationValue(name))?.value : undefined;
}
