import { createAuthMiddleware } from 'better-auth/api';
import { onPath } from '../identity/on-path.ts';

const offline = 'offline_access';

/**
 * Clients that know nothing of `offline_access` ask for `mcp` alone, as the resource names it, and
 * their people would have to agree anew every ten minutes. They are given what refreshes too, where
 * they may have it.
 */
export function offerRefresh() {
  return {
    id: 'offer-refresh',
    hooks: {
      before: [
        {
          matcher: onPath('/oauth2/register'),
          handler: createAuthMiddleware(async ({ body }) => {
            if (!asksForMcpAlone(body?.scope)) return;
            return { context: { body: { ...body, scope: withOffline(body.scope) } } };
          }),
        },
        {
          matcher: onPath('/oauth2/authorize'),
          handler: createAuthMiddleware(async ({ query, context }) => {
            if (!asksForMcpAlone(query?.scope)) return;
            const client = await context.adapter.findOne<{ scopes?: unknown }>({
              model: 'oauthClient',
              where: [{ field: 'clientId', value: String(query?.client_id) }],
            });
            if (!client || !mayHaveOffline(client.scopes)) return;
            return { context: { query: { ...query, scope: withOffline(query?.scope) } } };
          }),
        },
      ],
    },
  };
}

function asksForMcpAlone(scope: unknown): scope is string {
  return typeof scope === 'string' && scope.trim() === 'mcp';
}

function withOffline(scope: string): string {
  return `${scope.trim()} ${offline}`;
}

/** A client without scopes of its own may have all. */
function mayHaveOffline(scopes: unknown): boolean {
  return !Array.isArray(scopes) || scopes.length === 0 || scopes.includes(offline);
}
