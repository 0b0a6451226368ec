import { AppError, type Scope } from '@lectern/contracts';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Caller } from '../identity/caller.ts';
import { ExpiringCache } from '../identity/expiring-cache.ts';
import { findScopesOfRole } from '../identity/roles.ts';
import type { Memberships } from '../members/memberships.ts';
import type { OAuthConsents } from './oauth-consents.ts';

export interface OAuthTokens {
  /**
   * The caller by an access token: its scopes, and the role that the person has now.
   *
   * @throws AppError `unauthorized` when the token is not ours, not for `/mcp`, expired, of somebody
   *   who is no member any more, or of a client whose consent was taken back.
   */
  identify(token: string): Promise<Caller>;
}

export interface OAuthTokensOptions {
  readonly loadKeys: () => Promise<JSONWebKeySet>;
  readonly memberships: Memberships;
  readonly consents: OAuthConsents;
  readonly issuer: string;
  /** The audience that tokens must name. */
  readonly resource: string;
}

const keysMemoryMs = 60_000;
const roleMemoryMs = 3_000;

const claimsSchema = z.object({
  sub: z.string(),
  org: z.string(),
  client_id: z.string(),
  scope: z.string(),
  iat: z.number(),
});

/** Verifies access tokens here, without asking the authorization server. */
export function createOAuthTokens(options: OAuthTokensOptions): OAuthTokens {
  const { loadKeys, memberships, consents, issuer, resource } = options;
  const keys = new ExpiringCache<ReturnType<typeof createLocalJWKSet>>({
    ttlMs: keysMemoryMs,
    maxEntries: 1,
  });
  const roles = new ExpiringCache<Awaited<ReturnType<Memberships['findRole']>>>({
    ttlMs: roleMemoryMs,
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
      const role = await roles.getOrLoad(`${organisationId} ${userId} ${clientId}`, async () =>
        (await consents.stands(clientId, userId, organisationId))
          ? memberships.findRole(userId, organisationId)
          : undefined,
      );
      if (!role) {
        throw new AppError('unauthorized', 'This client may not act for you here any more.');
      }
      const granted = scope.split(' ');
      const scopes = findScopesOfRole(role).filter((name: Scope) => granted.includes(name));
      return {
        kind: 'oauth',
        userId,
        organisationId,
        role,
        scopes,
        runId: undefined,
        credential: `oauth:${clientId}`,
        at: iat * 1_000,
      };
    },
  };
}
