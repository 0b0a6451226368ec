import { AppError, type RunTokenRequest } from '@lectern/contracts';
import { findScopesOfRole } from '../auth/caller/roles.ts';
import type { InternalTokens } from '../auth/internal-tokens/internal-tokens.ts';
import type { OAuthConsents } from '../auth/oauth/oauth-consents.ts';
import type { Database } from '../database/tables.ts';
import type { Memberships } from '../members/memberships.ts';
import { findGrounds } from './find-grounds.ts';

export interface RunTokenDependencies {
  readonly database: Database;
  readonly consents: OAuthConsents;
  readonly memberships: Pick<Memberships, 'findRole'>;
  readonly internalTokens: InternalTokens;
}

/**
 * Creates an internal token with which a run continues: with the scopes that it had and its person
 * still has, while its credential is valid.
 * @throws AppError `unauthorized` when the person was disabled or is no longer a member, or the
 *   session, key or consent has ended.
 */
export async function createRunToken(
  { database, consents, memberships, internalTokens }: RunTokenDependencies,
  request: RunTokenRequest,
): Promise<string> {
  const { user_id: userId, organisation_id: organisationId, credential } = request;
  const role = await memberships.findRole(userId, organisationId);
  const grounds =
    role && (await findGrounds({ database, consents }, credential, { userId, organisationId }));
  if (!grounds) {
    throw new AppError('unauthorized', 'The person may not continue this.');
  }
  const ofRole = internalTokens.scopesInside(findScopesOfRole(role));
  const ofGrounds = internalTokens.scopesInside(grounds.scopes ?? findScopesOfRole(role));
  return internalTokens.get({
    userId,
    organisationId,
    scopes: request.scopes.filter((scope) => ofRole.includes(scope) && ofGrounds.includes(scope)),
    runId: undefined,
    credential,
    until: grounds.until,
  });
}
