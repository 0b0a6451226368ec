import { requestIdHeader } from '@lectern/contracts';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { Pool } from 'pg';
import type { AuditLog } from '../../audit/audit-log.ts';
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

/** Writes down that a person took a consent back, which is read before it goes. */
export function auditConsentRemoval(pool: Pool, auditLog: AuditLog) {
  const asked = new WeakMap<object, Consent>();
  return {
    id: 'audit-withdrawals',
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (call) => {
            const known = await getSessionFromCtx(call);
            const consent = known && (await findConsent(pool, known.user.id, call.body?.id));
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

async function findConsent(pool: Pool, userId: string, id: unknown): Promise<Consent | undefined> {
  if (typeof id !== 'string') return undefined;
  const { rows } = await pool.query<Consent>(
    `select consent."userId", consent."referenceId" as "organisationId", consent."clientId",
       client.name, consent.scopes
     from auth."oauthConsent" as consent
     join auth."oauthClient" as client on client."clientId" = consent."clientId"
     where consent.id = $1 and consent."userId" = $2`,
    [id, userId],
  );
  return rows[0];
}
