import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Audit } from '../audit/audit.ts';
import type { Auth } from '../auth/better-auth/create-auth.ts';
import { getCaller } from '../auth/caller/caller.ts';
import type { LeakedPasswords } from '../auth/passwords/leaked-passwords.ts';
import type { Passwords } from '../auth/passwords/passwords.ts';
import { startSession } from '../auth/sessions/start-session.ts';
import { findMailLanguage, inviteByMail } from '../mail/link-mails.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Invitations } from '../members/invitations.ts';
import type { Memberships } from '../members/memberships.ts';
import { findOrCreatePerson } from './find-or-create-person.ts';
import { assertMayManage } from './manage-rights.ts';

export interface InvitationRoutesOptions {
  readonly auth: Auth;
  readonly passwords: Passwords;
  readonly leakedPasswords: LeakedPasswords;
  readonly invitations: Invitations;
  readonly memberships: Memberships;
  readonly mailer: Mailer;
  readonly audit: Audit;
  readonly publicUrl: string;
}

/** Mounts invitations: links that are shown once to the administrator and accepted once. */
export function mountInvitationRoutes(
  routes: EndpointRoutes,
  { auth, passwords, leakedPasswords, ...options }: InvitationRoutesOptions,
): void {
  const { invitations, memberships, mailer, audit, publicUrl } = options;
  const people = { auth, passwords, leakedPasswords };
  routes.mount(endpoints.listInvitations, async ({ principal, query }) => {
    const { items, nextCursor } = await invitations.list(principal.organisationId, query);
    return { invitations: items, next_cursor: nextCursor };
  });

  routes.mount(endpoints.createInvitation, async ({ request, body: { email, role } }) => {
    const caller = getCaller(request);
    assertMayManage(caller, role);
    const { token, ...invitation } = await invitations.add({
      organisationId: caller.organisationId,
      email,
      role,
      invitedBy: caller.userId,
    });
    const link = `${publicUrl}/join?token=${token}`;
    const names = await memberships.findNames(caller.userId, caller.organisationId);
    const mail = inviteByMail(findMailLanguage(request), {
      to: email,
      organisation: names?.organisation.name ?? '',
      link,
      expiresAt: new Date(invitation.expires_at),
    });
    const mailed = await mailer.send(mail, caller.organisationId);
    await audit(request, {
      action: 'invitation.created',
      target: invitation.id,
      details: { email, role, mailed },
    });
    return { ...invitation, link, mailed };
  });

  routes.mount(endpoints.deleteInvitation, async ({ request, params }) => {
    const caller = getCaller(request);
    const invitation = await invitations.find(params.id, caller.organisationId);
    if (!invitation) throw new AppError('not_found', 'No such invitation.');
    assertMayManage(caller, invitation.role);
    await invitations.remove(invitation.id, caller.organisationId);
    await audit(request, {
      action: 'invitation.revoked',
      target: invitation.id,
      details: { email: invitation.email, role: invitation.role },
    });
  });

  routes.mount(endpoints.readInvitation, async ({ body: { token } }) => {
    const invitation = await invitations.read(token);
    if (!invitation) throw expired();
    return invitation;
  });

  routes.mount(endpoints.acceptInvitation, async ({ request, response, body }) => {
    const { token, name, password } = body;
    const email = await invitations.findEmail(token);
    if (!email) throw expired();
    const userId = await findOrCreatePerson(people, { email, name, password });
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
    // A person with a second factor proves it when signing in.
    if (!(await memberships.hasTwoFactor(userId))) {
      await startSession(auth, userId, { request, response }).catch((error: unknown) => {
        // The person has joined, and signs in at the identity provider.
        if (!(error instanceof AppError && error.code === 'forbidden')) throw error;
      });
    }
    return { user_id: userId, organisation_id: organisationId };
  });
}

function expired(): AppError {
  return new AppError('forbidden', 'This link was used or has expired. Ask for a new one.');
}
