import type { Database } from '../../database/tables.ts';
import { type ToolScope, toolScopes } from '../caller/roles.ts';

export interface OAuthConsents {
  /**
   * Returns the scopes of the last consent of a person to a client in an organisation; older tokens may
   * name others. Undefined when the client is disabled or deleted, or the consent withdrawn.
   */
  findScopes(
    clientId: string,
    userId: string,
    organisationId: string,
  ): Promise<readonly ToolScope[] | undefined>;
}

export function createOAuthConsents(database: Database): OAuthConsents {
  return {
    async findScopes(clientId, userId, organisationId) {
      const row = await database
        .selectFrom('oauthClient')
        .leftJoin('oauthConsent', (join) =>
          join
            .onRef('oauthConsent.clientId', '=', 'oauthClient.clientId')
            .on('oauthConsent.userId', '=', userId)
            .on('oauthConsent.referenceId', '=', organisationId),
        )
        .select(['oauthClient.skipConsent', 'oauthConsent.scopes'])
        .where('oauthClient.clientId', '=', clientId)
        .where('oauthClient.disabled', 'is not', true)
        .where(({ or, eb }) =>
          or([eb('oauthClient.skipConsent', '=', true), eb('oauthConsent.id', 'is not', null)]),
        )
        .orderBy('oauthConsent.updatedAt', (order) => order.desc())
        .limit(1)
        .executeTakeFirst();
      if (!row) return undefined;
      const agreed = row.skipConsent ? null : row.scopes;
      return toolScopes.filter((scope) => agreed?.includes(scope) ?? true);
    },
  };
}
