import type { Role, Scope } from '@lectern/contracts';
import type { Memberships } from '../../members/memberships.ts';
import { findScopesOfRole } from '../caller/roles.ts';
import type { OAuthConsents } from './oauth-consents.ts';

/** Rights of a client and role of its person in an organisation. */
export interface OAuthStanding {
  readonly role: Role;
  readonly scopes: readonly Scope[];
}

export interface OAuthStandings {
  /**
   * Returns the scopes that both the last consent and the role allow. Undefined without a consent
   * or a membership.
   */
  find(
    clientId: string,
    userId: string,
    organisationId: string,
  ): Promise<OAuthStanding | undefined>;
}

export function createOAuthStandings({
  memberships,
  consents,
}: {
  readonly memberships: Pick<Memberships, 'findRole'>;
  readonly consents: OAuthConsents;
}): OAuthStandings {
  return {
    async find(clientId, userId, organisationId) {
      const agreed: readonly Scope[] | undefined = await consents.findScopes(
        clientId,
        userId,
        organisationId,
      );
      const role = agreed && (await memberships.findRole(userId, organisationId));
      return (
        role && { role, scopes: findScopesOfRole(role).filter((scope) => agreed.includes(scope)) }
      );
    },
  };
}
