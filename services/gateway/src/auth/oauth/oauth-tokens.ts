import { AppError } from '@lectern/contracts';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Caller } from '../caller/caller.ts';
import { ExpiringCache } from '../caller/expiring-cache.ts';
import type { OAuthStanding, OAuthStandings } from './oauth-standings.ts';

export interface OAuthTokens {
  /**
   * Identifies the caller by an access token, with the scopes that the consent still has and the
   * current role.
   *
   * @throws AppError `unauthorized` when the token is not ours, not for `/mcp` or expired, when the
   *   person is no longer a member, or when the consent was withdrawn.
   */
  identify(token: string): Promise<Caller>;
}

export interface OAuthTokensOptions {
  readonly loadKeys: () => Promise<JSONWebKeySet>;
  readonly standings: OAuthStandings;
  readonly issuer: string;
  /** Required audience of tokens. */
  readonly resource: string;
}

const keysMemoryMs = 60_000;
const standingMemoryMs = 3_000;

const claimsSchema = z.object({
  sub: z.string(),
  org: z.string(),
  client_id: z.string(),
  scope: z.string(),
  iat: z.number(),
});

/** Verifies access tokens locally, without the authorization server. */
export function createOAuthTokens(options: OAuthTokensOptions): OAuthTokens {
  const { loadKeys, standings, issuer, resource } = options;
  const keys = new ExpiringCache<ReturnType<typeof createLocalJWKSet>>({
    ttlMs: keysMemoryMs,
    maxEntries: 1,
  });
  const known = new ExpiringCache<OAuthStanding | undefined>({
    ttlMs: standingMemoryMs,
    maxEntries: 10_000,
  });

  const verify = async (token: string): Promise<JWTPayload> => {
    const keySet = await keys.getOrLoad('', async () => createLocalJWKSet(await loadKeys()));
    const { payload } = await jwtVerify(token, keySet, { issuer, audience: resource }).catch(
      (error: unknown) => {
        if (!(error instanceof errors.JOSEError)) throw error;
        throw new AppError('unauthorized', 'The access token is not valid.', { cause: error });
      },
    );
    return payload;
  };

  return {
    async identify(token) {
      const claims = claimsSchema.safeParse(await verify(token));
      if (!claims.success) throw new AppError('unauthorized', 'The access token is not valid.');
      const { sub: userId, org: organisationId, client_id: clientId, scope, iat } = claims.data;
      // Includes the scope, so that a token of a larger consent is not answered from the cache of a
      // smaller one.
      const name = `${organisationId} ${userId} ${clientId} ${scope}`;
      const standing = await known.getOrLoad(name, () =>
        standings.find(clientId, userId, organisationId),
      );
      if (!standing) {
        throw new AppError('unauthorized', 'This client may no longer act for you here.');
      }
      const granted = scope.split(' ');
      return {
        kind: 'oauth',
        userId,
        organisationId,
        role: standing.role,
        scopes: standing.scopes.filter((one) => granted.includes(one)),
        runId: undefined,
        credential: `oauth:${clientId}`,
        at: iat * 1_000,
      };
    },
  };
}
