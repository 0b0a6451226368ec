import { createHash } from 'node:crypto';
import type { Scope } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { isToolScope } from '../caller/roles.ts';
import { onPath } from './on-path.ts';

const claimsSchema = z.object({
  sub: z.string(),
  org: z.string(),
  client_id: z.string(),
  scope: z.string(),
});
/** Introspection of a refresh token, which names no organisation. */
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
  /** Organisation of the consent. */
  readonly referenceId: string | null;
}

/** Returns what a client may do for a person in an organisation now; undefined for nothing. */
type FindStanding = (
  clientId: string,
  userId: string,
  organisationId: string,
) => Promise<{ readonly scopes: readonly Scope[] } | undefined>;

/**
 * Reports the scopes that tokens have now. The library reports those of the first consent, even after
 * a smaller consent or a lower role.
 */
export function correctTokenScopes(findStanding: FindStanding, logger: Logger) {
  const findScopes = async (claims: Claims) => {
    const standing = await findStanding(claims.client_id, claims.sub, claims.org);
    const isGranted = (scope: string) =>
      !isToolScope(scope) || standing?.scopes.some((one) => one === scope);
    return standing && claims.scope.split(' ').filter(isGranted).join(' ');
  };
  return {
    id: 'correct-token-scopes',
    hooks: {
      after: [
        {
          matcher: onPath('/oauth2/token'),
          handler: createAuthMiddleware(async ({ context: { returned } }) => {
            const tokens = tokensSchema.safeParse(isAPIError(returned) ? undefined : returned);
            if (!tokens.success) return;
            const claims = readClaims(tokens.data.access_token);
            // The refresh token is used up: an error here would cost the client both tokens.
            try {
              return claims && { ...tokens.data, scope: (await findScopes(claims)) ?? '' };
            } catch (error) {
              logger.error({ err: error }, 'the scopes of a new token could not be corrected');
              return;
            }
          }),
        },
        {
          matcher: onPath('/oauth2/introspect'),
          handler: createAuthMiddleware(async ({ body, context: { returned, adapter } }) => {
            const reported = isAPIError(returned) ? {} : returned;
            const refresh = refreshSchema.safeParse(reported).data;
            const row =
              refresh &&
              (await adapter.findOne<RefreshRow>({
                model: 'oauthRefreshToken',
                where: [{ field: 'token', value: hashToken(body?.token) }],
              }));
            const owned = row && { ...refresh, sub: row.userId, org: row.referenceId };
            const claims = claimsSchema.safeParse(owned ?? reported);
            if (!claims.success) return;
            const scope = await findScopes(claims.data);
            return scope === undefined ? { active: false } : { ...Object(reported), scope };
          }),
        },
      ],
    },
  };
}

/** Returns undefined for a token that is not for `/mcp`, which is opaque. */
function readClaims(token: string): Claims | undefined {
  return token.split('.').length === 3 ? claimsSchema.safeParse(decodeJwt(token)).data : undefined;
}

/** Hashes a refresh token as the library does, which also accepts it with a scheme in front. */
function hashToken(token: unknown): string {
  const bare = String(token).replace(/^(bearer|dpop)\s+/i, '');
  return createHash('sha256').update(bare).digest('base64url');
}
