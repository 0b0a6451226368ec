import { AppError, type CreateToken, type Member } from '@lectern/contracts';
import type { Caller } from '../auth/caller/caller.ts';
import { findScopesOfRole, rankOfRole } from '../auth/caller/roles.ts';
import type { InternalTokens } from '../auth/internal-tokens/internal-tokens.ts';
import type { Memberships } from '../members/memberships.ts';

/**
 * Creates an internal token that acts for a member of the caller's organisation, with no scope that
 * the caller lacks. It ends with the caller's credential, makes no decision reserved for the
 * member, and opens no conversations.
 * @throws AppError `not_found` when there is no enabled member with this email address, `forbidden`
 *   when the member's role is above the caller's.
 */
export async function createMemberToken(
  { memberships, internalTokens }: { memberships: Memberships; internalTokens: InternalTokens },
  caller: Caller,
  { email, scopes }: CreateToken,
): Promise<{ readonly token: string; readonly member: Member }> {
  const members = await memberships.list(caller.organisationId);
  const member = members.find(
    (candidate) => candidate.email.toLowerCase() === email.toLowerCase() && !candidate.disabled,
  );
  if (!member) throw new AppError('not_found', 'There is no member with this email address.');
  if (rankOfRole[member.role] > rankOfRole[caller.role]) {
    throw new AppError('forbidden', "This member's role is above yours.");
  }
  const isOwn = member.user_id === caller.userId;
  const token = await internalTokens.get({
    userId: member.user_id,
    organisationId: caller.organisationId,
    scopes: findScopesOfRole(member.role).filter(
      (scope) =>
        caller.scopes.includes(scope) &&
        (scopes?.includes(scope) ?? true) &&
        (isOwn || scope !== 'chat'),
    ),
    runId: undefined,
    credential: `${caller.credential}:lent`,
    until: caller.until,
  });
  return { token, member };
}
