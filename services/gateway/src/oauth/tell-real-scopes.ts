import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { onPath } from '../identity/on-path.ts';
import { isToolScope } from './oauth-scopes.ts';
import type { OAuthStandings } from './oauth-standings.ts';

const claimsSchema = z.object({
  sub: z.string(),
  org: z.string(),
  client_id: z.string(),
  scope: z.string(),
});
const tokensSchema = z.looseObject({ access_token: z.string(), scope: z.string() });

/**
 * Tells clients what their tokens allow. The library tells what was agreed to when the first of them
 * was given, also after a smaller consent or a lower role.
 */
export function tellRealScopes(standings: OAuthStandings) {
  const findReal = async (claims: z.infer<typeof claimsSchema>) => {
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
            return claims && { ...tokens.data, scope: (await findReal(claims)) ?? '' };
          }),
        },
        {
          matcher: onPath('/oauth2/introspect'),
          handler: createAuthMiddleware(async ({ context: { returned } }) => {
            const claims = claimsSchema.loose().safeParse(isAPIError(returned) ? {} : returned);
            if (!claims.success) return;
            const scope = await findReal(claims.data);
            return scope === undefined ? { active: false } : { ...claims.data, scope };
          }),
        },
      ],
    },
  };
}

/** Undefined of a token that is not for `/mcp`, which holds nothing to read. */
function readClaims(token: string): z.infer<typeof claimsSchema> | undefined {
  return token.split('.').length === 3 ? claimsSchema.safeParse(decodeJwt(token)).data : undefined;
}
