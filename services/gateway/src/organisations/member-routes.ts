import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { CallerIdentifier } from '../access/identify-caller.ts';
import type { Audit } from '../audit/audit.ts';
import { getCaller } from '../auth/caller/caller.ts';
import type { OneTimeTokens } from '../auth/one-time-links/one-time-tokens.ts';
import { findMailLanguage, mailPasswordLink } from '../mail/link-mails.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Memberships } from '../members/memberships.ts';
import { assertMayManage } from './manage-rights.ts';

export interface MemberRoutesOptions {
  readonly memberships: Memberships;
  readonly oneTimeTokens: OneTimeTokens;
  readonly mailer: Mailer;
  readonly identifier: CallerIdentifier;
  readonly audit: Audit;
  readonly publicUrl: string;
}

/** Mounts the members of the organisation: visible to everybody, managed by administrators. */
export function mountMemberRoutes(
  routes: EndpointRoutes,
  { memberships, oneTimeTokens, mailer, identifier, audit, publicUrl }: MemberRoutesOptions,
): void {
  const getMember = async (userId: string, organisationId: string) => {
    const member = await memberships.find(userId, organisationId);
    if (!member) throw new AppError('not_found', 'No such member.');
    return member;
  };

  routes.mount(endpoints.listMembers, async ({ principal, query }) => {
    const { items, nextCursor } = await memberships.listPage(principal.organisationId, query);
    return { members: items, next_cursor: nextCursor };
  });

  routes.mount(endpoints.updateMember, async ({ request, params, body: { role } }) => {
    const caller = getCaller(request);
    const member = await getMember(params.user_id, caller.organisationId);
    assertMayManage(caller, member.role);
    assertMayManage(caller, role);
    await memberships.changeRole(member.user_id, caller.organisationId, role);
    await identifier.clearCaches();
    await audit(request, {
      action: 'member.role_changed',
      target: member.user_id,
      details: { from: member.role, to: role },
    });
    return { ...member, role };
  });

  routes.mount(endpoints.removeMember, async ({ request, params: { user_id: userId } }) => {
    const caller = getCaller(request);
    const isLeaving = userId === caller.userId;
    if (!isLeaving && !caller.scopes.includes('admin')) {
      throw new AppError('forbidden', 'This requires the scope admin.', {
        details: { scope: 'admin' },
      });
    }
    const member = await getMember(userId, caller.organisationId);
    assertMayManage(caller, member.role);
    await memberships.remove(userId, caller.organisationId);
    await identifier.clearCaches();
    await audit(request, {
      action: 'member.removed',
      target: userId,
      details: { role: member.role, left: isLeaving },
    });
  });

  routes.mount(endpoints.createPasswordLink, async ({ request, params }) => {
    const caller = getCaller(request);
    const member = await getMember(params.user_id, caller.organisationId);
    assertMayManage(caller, member.role);
    if (!(await memberships.isResettableBy(member.user_id, caller))) {
      throw new AppError('forbidden', "This person's password cannot be reset from here.");
    }
    const { token, expiresAt } = await oneTimeTokens.addPassword(member.user_id, caller);
    const link = `${publicUrl}/reset?token=${token}`;
    const names = await memberships.findNames(caller.userId, caller.organisationId);
    const mail = mailPasswordLink(findMailLanguage(request), {
      to: member.email,
      organisation: names?.organisation.name ?? '',
      link,
      expiresAt,
    });
    const mailed = await mailer.send(mail, caller.organisationId);
    await audit(request, {
      action: 'password.link_created',
      target: member.user_id,
      details: { expires_at: expiresAt.toISOString(), mailed },
    });
    return { link, expires_at: expiresAt.toISOString(), mailed };
  });
}
