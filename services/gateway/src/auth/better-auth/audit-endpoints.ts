import { type OpenAuthPath, requestIdHeader } from '@lectern/contracts';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { AuditLog, NewAuditEvent } from '../../audit/audit-log.ts';
import type { Database } from '../../database/tables.ts';
import { findFirstOrganisation } from '../../members/sign-in-facts.ts';
import { findAdministrationAction } from './administration-actions.ts';
import { clientAddressHeader } from './to-auth-request.ts';

type Answered = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
type AuditedEvent = Pick<
  NewAuditEvent,
  'action' | 'organisationId' | 'actorId' | 'target' | 'details'
>;
type DescribeEvent = (answered: Answered) => Promise<AuditedEvent | undefined>;

/**
 * Audits better-auth's own endpoints: failed sign-ins, consents to OAuth clients, and administration,
 * including calls from our own code.
 */
export function auditEndpoints(database: Database, auditLog: AuditLog) {
  const signIns = {
    '/sign-in/email': (answered) => describeFailedSignIn(database, answered),
    '/oauth2/consent': (answered) => describeConsent(database, answered),
  } satisfies Partial<Record<OpenAuthPath, DescribeEvent>>;
  const notes = new Map<string, DescribeEvent>(Object.entries(signIns));
  return createAuthMiddleware(async (answered) => {
    const note = await (notes.get(answered.path) ?? describeAdministration)(answered);
    if (!note) return;
    await auditLog.add({
      ...note,
      address: answered.headers?.get(clientAddressHeader) ?? undefined,
      requestId: answered.headers?.get(requestIdHeader) ?? undefined,
    });
  });
}

async function describeFailedSignIn(
  database: Database,
  { body, context }: Answered,
): Promise<AuditedEvent | undefined> {
  if (!isAPIError(context.returned)) return undefined;
  const email = String(body?.email).slice(0, 320);
  const found = await context.internalAdapter.findUserByEmail(email);
  const organisationId = found && (await findFirstOrganisation(database, found.user.id));
  return { action: 'sign_in.failed', organisationId: organisationId ?? undefined, target: email };
}

async function describeConsent(
  database: Database,
  { body, context }: Answered,
): Promise<AuditedEvent | undefined> {
  if (isAPIError(context.returned) || body?.accept !== true) return undefined;
  const { user, session } = context.session ?? {};
  const asked = new URLSearchParams(body.oauth_query);
  const target = asked.get('client_id') ?? undefined;
  const scopes = String(body.scope ?? asked.get('scope') ?? '').split(' ');
  const client =
    target === undefined
      ? undefined
      : await database
          .selectFrom('oauthClient')
          .select('name')
          .where('clientId', '=', target)
          .executeTakeFirst();
  return {
    action: 'oauth.consented',
    organisationId: session?.activeOrganizationId ?? undefined,
    actorId: user?.id,
    target,
    details: { ...(client?.name && { name: client.name }), scopes },
  };
}

const creationPath: OpenAuthPath = '/organization/create';

async function describeAdministration(answered: Answered): Promise<AuditedEvent | undefined> {
  const { path, method, body, headers, context } = answered;
  const action = findAdministrationAction(path);
  if (!action || method === 'GET' || isAPIError(context.returned)) return undefined;
  const { user, session } = (headers && (await getSessionFromCtx(answered))) ?? {};
  if (path === creationPath) {
    const made = context.returned as { readonly id?: unknown } | undefined;
    const id = toId(made?.id);
    return { action, organisationId: id, actorId: user?.id ?? toId(body?.userId), target: id };
  }
  const organisationId = body?.organizationId ?? session?.activeOrganizationId;
  const target = body?.userId ?? body?.memberId ?? body?.memberIdOrEmail ?? organisationId;
  return { action, organisationId: toId(organisationId), actorId: user?.id, target: toId(target) };
}

function toId(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
