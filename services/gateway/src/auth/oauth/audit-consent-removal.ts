import { requestIdHeader } from '@lectern/contracts';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database } from '../../database/tables.ts';
import { onPath } from '../better-auth/on-path.ts';
import { clientAddressHeader } from '../better-auth/to-auth-request.ts';

interface Consent {
  readonly userId: string;
  readonly organisationId: string | null;
  readonly clientId: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
}

const matcher = onPath('/oauth2/delete-consent');

/** Audits the withdrawal of a consent, which is read before it is deleted. */
export function auditConsentRemoval(database: Database, auditLog: AuditLog) {
  const asked = new WeakMap<object, Consent>();
  return {
    id: 'audit-withdrawals',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (call) => {
            const known = await getSessionFromCtx(call);
            const consent = known && (await findConsent(database, known.user.id, call.body?.id));
            if (consent) asked.set(call.context, consent);
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async ({ context, headers }) => {
            const consent = asked.get(context);
            if (!consent || isAPIError(context.returned)) return;
            await auditLog.add({
              action: 'oauth.consent_removed',
              organisationId: consent.organisationId ?? undefined,
              actorId: consent.userId,
              target: consent.clientId,
              details: { ...(consent.name && { name: consent.name }), scopes: consent.scopes },
              address: headers?.get(clientAddressHeader) ?? undefined,
              requestId: headers?.get(requestIdHeader) ?? undefined,
            });
          }),
        },
      ],
    },
  };
}

async function findConsent(
  database: Database,
  userId: string,
  id: unknown,
): Promise<Consent | undefined> {
  if (typeof id !== 'string') return undefined;
  return database
    .selectFrom('oauthConsent')
    .innerJoin('oauthClient', 'oauthClient.clientId', 'oauthConsent.clientId')
    .select(['oauthConsent.referenceId as organisationId', 'oauthConsent.clientId'])
    .select(['oauthClient.name', 'oauthConsent.scopes'])
    .where('oauthConsent.id', '=', id)
    .where('oauthConsent.userId', '=', userId)
    .executeTakeFirst()
    .then((row) => row && { ...row, userId });
}
