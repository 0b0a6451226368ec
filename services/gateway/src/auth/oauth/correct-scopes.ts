import { createHash } from 'node:crypto';
import type { Logger } from '@lectern/service';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { onPath } from '../sessions/on-path.ts';
import { isToolScope } from './oauth-scopes.ts';
import type { OAuthStandings } from './oauth-standings.ts';

const claimsSchema = z.object({
  sub: z.string(),
  org: z.string(),
  client_id: z.string(),
  scope: z.string(),
});
/** What introspection tells of a refresh token, which names no organisation. */
const refreshSchema = z.looseObject({
  active: z.literal(true),
  org: z.undefined().optional(),
  client_id: z.string(),
  scope: z.string(),
});
const tokensSchema = z.looseObject({ access_token: z.string(), scope: z.string() });

type Claims = z.infer<typeof claimsSchema>;

interface RefreshRow {
  readonly userId: string;
  /** The organisation of the consent. */
  readonly referenceId: string | null;
}

/**
 * Tells clients what their tokens allow. The library tells what was agreed to when the first of them
 * was given, also after a smaller consent or a lower role.
 */
export function tellRealScopes(standings: OAuthStandings, logger: Logger) {
  const findReal = async (claims: Claims) => {
    const standing = await standings.find(claims.client_id, claims.sub, claims.org);
    const isReal = (scope: string) =>
      !isToolScope(scope) || standing?.scopes.some((one) => one === scope);
    return standing && claims.scope.split(' ').filter(isReal).join(' ');
  };
  return {
    id: 'tell-real-scopes',
    hooks: {
      after: [
        {
          matcher: onPath('/oauth2/token'),
          handler: createAuthMiddleware(async ({ context: { returned } }) => {
            const tokens = tokensSchema.safeParse(isAPIError(returned) ? undefined : returned);
            if (!tokens.success) return;
            const claims = readClaims(tokens.data.access_token);
            // The refresh token that asked is used up: without an answer the client has lost both.
            try {
              return claims && { ...tokens.data, scope: (await findReal(claims)) ?? '' };
            } catch (error) {
              logger.error({ err: error }, 'a client was not told what its new token allows');
              return;
            }
          }),
        },
        {
          matcher: onPath('/oauth2/introspect'),
          handler: createAuthMiddleware(async ({ body, context: { returned, adapter } }) => {
            const told = isAPIError(returned) ? {} : returned;
            const refresh = refreshSchema.safeParse(told).data;
            const row =
              refresh &&
              (await adapter.findOne<RefreshRow>({
                model: 'oauthRefreshToken',
                where: [{ field: 'token', value: toStored(body?.token) }],
              }));
            const owned = row && { ...refresh, sub: row.userId, org: row.referenceId };
            const claims = claimsSchema.safeParse(owned ?? told);
            if (!claims.success) return;
            const scope = await findReal(claims.data);
            return scope === undefined ? { active: false } : { ...Object(told), scope };
          }),
        },
      ],
    },
  };
}

/** Undefined of a token that is not for `/mcp`, which holds nothing to read. */
function readClaims(token: string): Claims | undefined {
  return token.split('.').length === 3 ? claimsSchema.safeParse(decodeJwt(token)).data : undefined;
}

/** A refresh token as the library keeps it, which takes it with a scheme before it as well. */
function toStored(token: unknown): string {
  const bare = String(token).replace(/^(bearer|dpop)\s+/i, '');
  return createHash('sha256').update(bare).digest('base64url');
}
