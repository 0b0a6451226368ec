import { type OpenAuthPath, requestIdHeader } from '@lectern/contracts';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { Pool } from 'pg';
import type { AuditLog, NewAuditEvent } from '../../audit/audit-log.ts';
import { findFirstOrganisation } from '../../members/sign-in-facts.ts';
import { findAdministrationAction } from './administration-actions.ts';
import { clientAddressHeader } from './to-auth-request.ts';

type Answered = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
type Note = Pick<NewAuditEvent, 'action' | 'organisationId' | 'actorId' | 'target' | 'details'>;
type NoteOf = (answered: Answered) => Promise<Note | undefined>;

/**
 * Writes down what better-auth's own endpoints answered: failed sign-ins, consent to OAuth clients,
 * and all administration, from wherever it was called.
 */
export function auditEndpoints(pool: Pool, auditLog: AuditLog) {
  const signIns = {
    '/sign-in/email': (answered) => noteFailedSignIn(pool, answered),
    '/oauth2/consent': (answered) => noteConsent(pool, answered),
  } satisfies Partial<Record<OpenAuthPath, NoteOf>>;
  const notes = new Map<string, NoteOf>(Object.entries(signIns));
  return createAuthMiddleware(async (answered) => {
    const note = await (notes.get(answered.path) ?? noteAdministration)(answered);
    if (!note) return;
    await auditLog.add({
      ...note,
      address: answered.headers?.get(clientAddressHeader) ?? undefined,
      requestId: answered.headers?.get(requestIdHeader) ?? undefined,
    });
  });
}

async function noteFailedSignIn(
  pool: Pool,
  { body, context }: Answered,
): Promise<Note | undefined> {
  if (!isAPIError(context.returned)) return undefined;
  const email = String(body?.email).slice(0, 320);
  const found = await context.internalAdapter.findUserByEmail(email);
  const organisationId = found && (await findFirstOrganisation(pool, found.user.id));
  return { action: 'sign_in.failed', organisationId: organisationId ?? undefined, target: email };
}

async function noteConsent(pool: Pool, { body, context }: Answered): Promise<Note | undefined> {
  if (isAPIError(context.returned) || body?.accept !== true) return undefined;
  const { user, session } = context.session ?? {};
  const asked = new URLSearchParams(body.oauth_query);
  const target = asked.get('client_id') ?? undefined;
  const scopes = String(body.scope ?? asked.get('scope') ?? '').split(' ');
  const { rows } = await pool.query<{ name: string | null }>(
    'select name from auth."oauthClient" where "clientId" = $1',
    [target],
  );
  return {
    action: 'oauth.consented',
    organisationId: session?.activeOrganizationId ?? undefined,
    actorId: user?.id,
    target,
    details: { ...(rows[0]?.name && { name: rows[0].name }), scopes },
  };
}

const creationPath: OpenAuthPath = '/organization/create';

async function noteAdministration(answered: Answered): Promise<Note | undefined> {
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
