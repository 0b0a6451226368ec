import { AppError, acceptInvitationSchema, createInvitationSchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type RequestHandler } from 'express';
import type { Audit } from '../audit/audit.ts';
import type { Auth } from '../identity/create-auth.ts';
import { assertOwnOrigin } from '../identity/origins.ts';
import type { Passwords } from '../identity/passwords.ts';
import { getCaller } from '../identity/require-caller.ts';
import { startSession } from '../identity/start-session.ts';
import type { Invitations } from '../ports/invitations.ts';
import { findOrCreatePerson } from './find-or-create-person.ts';
import { assertMayManage } from './manage-rights.ts';

export interface InvitationRoutesOptions {
  readonly auth: Auth;
  readonly passwords: Passwords;
  readonly invitations: Invitations;
  readonly audit: Audit;
  readonly publicUrl: string;
  readonly ownOrigins: readonly string[];
  readonly requireAdmin: RequestHandler;
  /** Slows down who guesses. */
  readonly limitByAddress: RequestHandler;
}

/** Invitations are links: shown once to the administrator, accepted once by the invited person. */
export function mountInvitationRoutes(app: Express, options: InvitationRoutesOptions): void {
  const { auth, passwords, invitations, audit, publicUrl, ownOrigins } = options;
  const { requireAdmin, limitByAddress } = options;

  app.get('/api/invitations', requireAdmin, async (request, response) => {
    const { organisationId } = getCaller(request);
    response.json({ invitations: await invitations.list(organisationId), next_cursor: null });
  });

  app.post('/api/invitations', requireAdmin, json(), async (request, response) => {
    const caller = getCaller(request);
    const { email, role } = validate(createInvitationSchema, request.body);
    assertMayManage(caller, role);
    const { token, ...invitation } = await invitations.add({
      organisationId: caller.organisationId,
      email,
      role,
      invitedBy: caller.userId,
    });
    await audit(request, {
      action: 'invitation.created',
      target: invitation.id,
      details: { email, role },
    });
    response.status(201).json({ ...invitation, link: `${publicUrl}/join?token=${token}` });
  });

  app.delete('/api/invitations/:id', requireAdmin, async (request, response) => {
    const caller = getCaller(request);
    const invitation = await invitations.find(String(request.params.id), caller.organisationId);
    if (!invitation) throw new AppError('not_found', 'No such invitation.');
    assertMayManage(caller, invitation.role);
    await invitations.remove(invitation.id, caller.organisationId);
    await audit(request, { action: 'invitation.revoked', target: invitation.id });
    response.status(204).end();
  });

  app.post('/api/invitations/accept', limitByAddress, json(), async (request, response) => {
    assertOwnOrigin(request, ownOrigins);
    const { token, name, password } = validate(acceptInvitationSchema, request.body);
    const email = await invitations.findEmail(token);
    if (!email) throw expired();
    const userId = await findOrCreatePerson(auth, passwords, { email, name, password });
    const joined = await invitations.accept(token, userId);
    if (!joined) throw expired();
    const { organisationId, role } = joined;
    await audit(request, {
      action: 'member.joined',
      target: userId,
      actorId: userId,
      organisationId,
      details: { role },
    });
    await startSession(auth, userId, request, response);
    response.status(201).json({ user_id: userId, organisation_id: organisationId });
  });
}

function expired(): AppError {
  return new AppError('forbidden', 'This link was used or has expired. Ask for another.');
}
