import { requestIdHeader } from '@lectern/contracts';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { Pool } from 'pg';
import type { AuditLog, NewAuditEvent } from '../audit/audit-log.ts';
import { clientAddressHeader } from './client-address.ts';
import { findFirstOrganisation } from './first-organisation.ts';

/** better-auth's endpoints that change people, members or organisations; all but these only read. */
const administration = /^\/(?:organization|admin)\//;
/** Impersonation is written down where its session begins. */
const readsOnly = /\/(?:get|list|has|check|set-active|impersonate)[^/]*$/;

const actions: Readonly<Record<string, string>> = {
  '/organization/create': 'organisation.created',
};

/**
 * Writes down what better-auth's own endpoints answered: failed sign-ins, consent to OAuth clients,
 * and all administration, from wherever it was called.
 */
export function auditAnswers(pool: Pool, auditLog: AuditLog) {
  return createAuthMiddleware(async (answered) => {
    const { path, body, headers, method, context } = answered;
    const isRefused = isAPIError(context.returned);
    const add = (event: Pick<NewAuditEvent, 'action' | 'organisationId' | 'actorId' | 'target'>) =>
      auditLog.add({
        ...event,
        address: headers?.get(clientAddressHeader) ?? undefined,
        requestId: headers?.get(requestIdHeader) ?? undefined,
      });
    if (path === '/sign-in/email' && isRefused) {
      const email = String(body?.email).slice(0, 320);
      const found = await context.internalAdapter.findUserByEmail(email);
      const organisationId = found && (await findFirstOrganisation(pool, found.user.id));
      await add({
        action: 'sign_in.failed',
        organisationId: organisationId ?? undefined,
        target: email,
      });
    }
    if (path === '/oauth2/consent' && !isRefused && body?.accept === true) {
      const { user, session } = context.session ?? {};
      await add({
        action: 'oauth.consented',
        organisationId: session?.activeOrganizationId ?? undefined,
        actorId: user?.id,
        target: new URLSearchParams(body.oauth_query).get('client_id') ?? undefined,
      });
    }
    if (administration.test(path) && !readsOnly.test(path) && method !== 'GET' && !isRefused) {
      const { user, session } = (headers && (await getSessionFromCtx(answered))) ?? {};
      const made = context.returned as { readonly id?: unknown } | undefined;
      const organisationId = body?.organizationId ?? session?.activeOrganizationId;
      const target = body?.userId ?? body?.memberId ?? body?.memberIdOrEmail ?? organisationId;
      const isCreation = path === '/organization/create';
      await add({
        action: actions[path] ?? path.slice(1).replaceAll('/', '.'),
        organisationId: toId(isCreation ? made?.id : organisationId),
        actorId: user?.id ?? toId(isCreation ? body?.userId : undefined),
        target: toId(isCreation ? made?.id : target),
      });
    }
  });
}

function toId(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
