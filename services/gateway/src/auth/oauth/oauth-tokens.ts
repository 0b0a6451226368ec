import { AppError } from '@lectern/contracts';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Caller } from '../caller/caller.ts';
import { ExpiringCache } from '../caller/expiring-cache.ts';
import type { OAuthStanding, OAuthStandings } from './oauth-standings.ts';

export interface OAuthTokens {
  /**
   * The caller by an access token: those of its scopes that the person still agrees to, and the role
   * that they have now.
   *
   * @throws AppError `unauthorized` when the token is not ours, not for `/mcp`, expired, of somebody
   *   who is no member any more, or of a client whose consent was taken back.
   */
  identify(token: string): Promise<Caller>;
}

export interface OAuthTokensOptions {
  readonly loadKeys: () => Promise<JSONWebKeySet>;
  readonly standings: OAuthStandings;
  readonly issuer: string;
  /** The audience that tokens must name. */
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

/** Verifies access tokens here, without asking the authorization server. */
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
      // By scope too: a token of a larger consent does not wait for what was known of a smaller one.
      const name = `${organisationId} ${userId} ${clientId} ${scope}`;
      const standing = await known.getOrLoad(name, () =>
        standings.find(clientId, userId, organisationId),
      );
      if (!standing) {
        throw new AppError('unauthorized', 'This client may not act for you here any more.');
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
