import type { Pool } from 'pg';
import { type ToolScope, toolScopes } from '../caller/roles.ts';

export interface OAuthConsents {
  /**
   * What a client may do for a person in an organisation now: what they agreed to last, whatever its
   * older tokens name. Undefined when the client is disabled or deleted, or the consent taken back.
   */
  findScopes(
    clientId: string,
    userId: string,
    organisationId: string,
  ): Promise<readonly ToolScope[] | undefined>;
}

export function createOAuthConsents(pool: Pool): OAuthConsents {
  return {
    async findScopes(clientId, userId, organisationId) {
      const { rows } = await pool.query<{ scopes: string[] | null }>(
        `select case when not coalesce(client."skipConsent", false) then consent.scopes end as scopes
         from auth."oauthClient" as client
         left join auth."oauthConsent" as consent on consent."clientId" = client."clientId"
           and consent."userId" = $2 and consent."referenceId" = $3
         where client."clientId" = $1 and client.disabled is not true
           and (client."skipConsent" or consent.id is not null)
         order by consent."updatedAt" desc limit 1`,
        [clientId, userId, organisationId],
      );
      const [row] = rows;
      return row && toolScopes.filter((scope) => row.scopes?.includes(scope) ?? true);
    },
  };
}
