import { type AuditAction, type OpenAuthPath, requestIdHeader } from '@lectern/contracts';
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { AuditLog } from '../../audit/audit-log.ts';
import { createCountedQuota } from '../../database/counted-quota.ts';
import type { Database } from '../../database/tables.ts';
import { findFirstOrganisation } from '../../members/sign-in-facts.ts';
import type { RateLimit } from '../../rate-limits/rate-limit.ts';
import { beginRegistration, maxPasskeys } from '../better-auth/begin-passkey-registration.ts';
import { onPath } from '../better-auth/on-path.ts';
import { passkeyAnswers } from '../better-auth/passkey-answers.ts';
import type { PasskeyPlugin } from '../better-auth/passkey-plugin.ts';
import { clientAddressHeader } from '../better-auth/to-auth-request.ts';

const beginPath = '/passkey/begin-registration' satisfies OpenAuthPath;
const addPath = '/passkey/verify-registration' satisfies OpenAuthPath;
const removePath = '/passkey/delete-passkey' satisfies OpenAuthPath;
const askPath = '/passkey/generate-authenticate-options' satisfies OpenAuthPath;
const signInPath = '/passkey/verify-authentication' satisfies OpenAuthPath;

/** Audit actions by path and outcome. A successful sign-in is audited with its session. */
const actions: Readonly<Record<string, Readonly<Partial<Record<'done' | 'failed', AuditAction>>>>> =
  {
    [beginPath]: { failed: 'passkey.add_failed' },
    [addPath]: { done: 'passkey.added', failed: 'passkey.add_failed' },
    '/passkey/update-passkey': { done: 'passkey.renamed' },
    [removePath]: { done: 'passkey.removed' },
    [signInPath]: { failed: 'sign_in.failed' },
  };

type AuthContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export interface PasskeyChecksOptions {
  readonly database: Database;
  readonly auditLog: AuditLog;
  /** Limit of attempts per person. */
  readonly tries: Pick<RateLimit, 'consume'>;
}

/**
 * Adds our rules to the library's passkeys: validated bodies, limited attempts, audit, quota.
 * Removing a passkey ends the person's other sessions, since it may have opened them.
 */
export function passkeyChecks(
  plugin: PasskeyPlugin,
  { database, auditLog, tries }: PasskeyChecksOptions,
) {
  const quota = createCountedQuota(database, {
    quota: 'passkeys',
    rule: `A person has at most ${maxPasskeys} passkeys.`,
    count: async (queries, userId) => {
      const { used } = await queries
        .selectFrom('passkey')
        .select((expression) => expression.fn.countAll<string>().as('used'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(used);
    },
    limit: maxPasskeys,
  });
  const findWho = async (context: AuthContext) => {
    if (context.path !== signInPath) {
      const { user, session } = (await getSessionFromCtx(context)) ?? {};
      return { userId: user?.id, organisationId: session?.activeOrganizationId };
    }
    const row = await database
      .selectFrom('passkey')
      .select('userId')
      .where('credentialID', '=', context.body.response.id)
      .executeTakeFirst();
    const userId = row?.userId;
    return { userId, organisationId: userId && (await findFirstOrganisation(database, userId)) };
  };

  return {
    id: 'passkey-checks',
    endpoints: { beginPasskeyRegistration: beginRegistration(plugin) },
    hooks: {
      before: [
        {
          matcher: onPath(beginPath),
          handler: createAuthMiddleware(async (context) => {
            const known = await getSessionFromCtx(context);
            if (known) await tries.consume(`change ${known.user.id}`);
          }),
        },
        {
          matcher: ({ path }: { path?: string }) => path !== undefined && path in passkeyAnswers,
          handler: createAuthMiddleware(async (context) => {
            const answer = passkeyAnswers[context.path]?.safeParse(context.body?.response);
            if (!answer?.success) {
              throw new APIError('BAD_REQUEST', { message: 'response: is not a passkey response' });
            }
            return { context: { body: { response: answer.data, createSession: false } } };
          }),
        },
      ],
      after: [
        {
          // Several registrations may have started while there was room for one.
          matcher: onPath(addPath),
          handler: createAuthMiddleware(async ({ context: { returned } }) => {
            if (isAPIError(returned)) return;
            const { id, userId } = returned as { readonly id: string; readonly userId: string };
            await quota.keepOrRemove(userId, (transaction) =>
              transaction.deleteFrom('passkey').where('id', '=', id).execute(),
            );
          }),
        },
        {
          matcher: onPath(askPath),
          handler: createAuthMiddleware(async ({ context, json }) =>
            isAPIError(context.returned)
              ? undefined
              : json({ ...(context.returned as object), userVerification: 'required' }),
          ),
        },
        {
          matcher: ({ path }: { path?: string }) => path !== undefined && path in actions,
          handler: createAuthMiddleware(async (context) => {
            const { returned } = context.context;
            const isRefused = isAPIError(returned);
            const { userId, organisationId } = await findWho(context);
            const action = actions[context.path]?.[isRefused ? 'failed' : 'done'];
            if (action && userId) {
              await auditLog.add({
                action,
                organisationId: organisationId ?? undefined,
                actorId: context.path === signInPath ? undefined : userId,
                target: userId,
                address: context.headers?.get(clientAddressHeader) ?? undefined,
                requestId: context.headers?.get(requestIdHeader) ?? undefined,
                details: { by: 'passkey', ...findPasskey(context) },
              });
            }
            if (isRefused) return;
            if (context.path === removePath) await endOtherSessions(database, context);
            // The library's response contains the session's token, which scripts must not see.
            return context.path === signInPath ? context.json({ status: true }) : undefined;
          }),
        },
      ],
    },
  };
}

/** Returns id and name of the passkey, as far as they are known. */
function findPasskey({ path, body, context }: AuthContext) {
  const { returned } = context;
  const added = path === addPath && !isAPIError(returned) && (returned as { id: string });
  const id = added ? added.id : body?.id;
  return { ...(id && { passkey_id: id }), ...(body?.name && { name: body.name }) };
}

async function endOtherSessions(database: Database, context: AuthContext): Promise<void> {
  const known = await getSessionFromCtx(context);
  if (!known) return;
  await database
    .deleteFrom('session')
    .where('userId', '=', known.user.id)
    .where('id', '<>', known.session.id)
    .execute();
}
