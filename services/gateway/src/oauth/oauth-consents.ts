import type { Pool } from 'pg';

export interface OAuthConsents {
  /**
   * Whether a client may still act for a person in an organisation: it is not disabled or deleted,
   * and the person has not taken the consent back.
   */
  stands(clientId: string, userId: string, organisationId: string): Promise<boolean>;
}

export function createOAuthConsents(pool: Pool): OAuthConsents {
  return {
    async stands(clientId, userId, organisationId) {
      const { rowCount } = await pool.query(
        `select 1 from auth."oauthClient" as client
         where client."clientId" = $1 and client.disabled is not true
           and (client."skipConsent" or exists (
             select from auth."oauthConsent" as consent
             where consent."clientId" = $1 and consent."userId" = $2
               and consent."referenceId" = $3
           ))`,
        [clientId, userId, organisationId],
      );
      return rowCount === 1;
    },
  };
}
