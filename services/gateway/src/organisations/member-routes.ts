import { AppError, type PasswordLink, updateMemberSchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type RequestHandler } from 'express';
import type { Audit } from '../audit/audit.ts';
import type { CallerIdentifier } from '../identity/identify-caller.ts';
import { getCaller } from '../identity/require-caller.ts';
import type { Memberships } from '../ports/memberships.ts';
import type { OneTimeTokens } from '../ports/one-time-tokens.ts';
import { assertMayManage } from './manage-rights.ts';

export interface MemberRoutesOptions {
  readonly memberships: Memberships;
  readonly oneTimeTokens: OneTimeTokens;
  readonly identifier: CallerIdentifier;
  readonly audit: Audit;
  readonly publicUrl: string;
  readonly requireCaller: RequestHandler;
  readonly requireAdmin: RequestHandler;
}

/** Who is in the organisation: everybody's to see, administrators' to change. */
export function mountMemberRoutes(app: Express, options: MemberRoutesOptions): void {
  const { memberships, oneTimeTokens, identifier, audit, publicUrl } = options;
  const { requireCaller, requireAdmin } = options;

  const getMember = async (userId: string, organisationId: string) => {
    const member = await memberships.find(userId, organisationId);
    if (!member) throw new AppError('not_found', 'No such member.');
    return member;
  };

  app.get('/api/members', requireCaller, async (request, response) => {
    const { organisationId, kind, scopes } = getCaller(request);
    if (kind !== 'session' && !scopes.includes('admin')) {
      throw new AppError('forbidden', 'This needs the scope admin.', {
        details: { scope: 'admin' },
      });
    }
    const members = await memberships.list(organisationId);
    response.json({ members, next_cursor: null });
  });

  app.patch('/api/members/:user_id', requireAdmin, json(), async (request, response) => {
    const caller = getCaller(request);
    const { role } = validate(updateMemberSchema, request.body);
    const member = await getMember(String(request.params.user_id), caller.organisationId);
    assertMayManage(caller, member.role);
    assertMayManage(caller, role);
    await memberships.changeRole(member.user_id, caller.organisationId, role);
    identifier.forgetKeys();
    await audit(request, {
      action: 'member.role_changed',
      target: member.user_id,
      details: { from: member.role, to: role },
    });
    response.json({ ...member, role });
  });

  app.delete('/api/members/:user_id', requireCaller, async (request, response) => {
    const caller = getCaller(request);
    const userId = String(request.params.user_id);
    const isLeaving = userId === caller.userId && caller.kind === 'session';
    if (!isLeaving && !caller.scopes.includes('admin')) {
      throw new AppError('forbidden', 'This needs the scope admin.', {
        details: { scope: 'admin' },
      });
    }
    const member = await getMember(userId, caller.organisationId);
    assertMayManage(caller, member.role);
    await memberships.remove(userId, caller.organisationId);
    identifier.forgetKeys();
    await audit(request, { action: 'member.removed', target: userId });
    response.status(204).end();
  });

  app.post('/api/members/:user_id/password-link', requireAdmin, async (request, response) => {
    const caller = getCaller(request);
    const member = await getMember(String(request.params.user_id), caller.organisationId);
    assertMayManage(caller, member.role);
    if (!(await memberships.isResettableBy(member.user_id, caller))) {
      throw new AppError('forbidden', "This person's password cannot be reset from here.");
    }
    const { token, expiresAt } = await oneTimeTokens.addPassword(member.user_id, caller);
    await audit(request, { action: 'password.link_created', target: member.user_id });
    response.status(201).json({
      link: `${publicUrl}/reset?token=${token}`,
      expires_at: expiresAt.toISOString(),
    } satisfies PasswordLink);
  });
}
