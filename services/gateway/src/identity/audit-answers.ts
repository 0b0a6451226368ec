import { requestIdHeader } from '@lectern/contracts';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Pool } from 'pg';
import type { AuditLog } from '../ports/audit-log.ts';
import { clientAddressHeader } from './client-address.ts';
import { findFirstOrganisation } from './first-organisation.ts';

/** Writes down what better-auth's own routes answered: failed sign-ins, consent to OAuth clients. */
export function auditAnswers(pool: Pool, auditLog: AuditLog) {
  return createAuthMiddleware(async ({ path, body, headers, context }) => {
    const isRefused = context.returned instanceof APIError;
    const origin = {
      address: headers?.get(clientAddressHeader) ?? undefined,
      requestId: headers?.get(requestIdHeader) ?? undefined,
    };
    if (path === '/sign-in/email' && isRefused) {
      const email = String(body?.email).slice(0, 320);
      const found = await context.internalAdapter.findUserByEmail(email);
      const organisationId = found && (await findFirstOrganisation(pool, found.user.id));
      await auditLog.add({
        ...origin,
        action: 'sign_in.failed',
        organisationId: organisationId ?? undefined,
        target: email,
      });
    }
    if (path === '/oauth2/consent' && !isRefused && body?.accept === true) {
      const { user, session } = context.session ?? {};
      await auditLog.add({
        ...origin,
        action: 'oauth.consented',
        organisationId: session?.activeOrganizationId ?? undefined,
        actorId: user?.id,
        target: new URLSearchParams(body.oauth_query).get('client_id') ?? undefined,
      });
    }
  });
}
