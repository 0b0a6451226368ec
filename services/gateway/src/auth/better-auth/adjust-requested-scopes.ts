import { createAuthMiddleware } from 'better-auth/api';
import { isToolScope, refreshScope } from '../caller/roles.ts';
import { onPath } from './on-path.ts';

/**
 * Adjusts requested scopes to those that the client can have. Clients request the scopes of the
 * resource and do not know `offline_access`; without it their people would have to agree every ten
 * minutes, so it is added. A client that was registered for fewer scopes gets those instead of an
 * error.
 */
export function adjustRequestedScopes() {
  return {
    id: 'fit-scopes',
    hooks: {
      before: [
        {
          matcher: onPath('/oauth2/authorize'),
          handler: createAuthMiddleware(async ({ query, context }) => {
            const asked = readScopes(query?.scope);
            if (!asked) return;
            const client = await context.adapter.findOne<{ scopes?: unknown }>({
              model: 'oauthClient',
              where: [{ field: 'clientId', value: String(query?.client_id) }],
            });
            if (!client) return;
            const possible = [...asked, refreshScope].filter((scope) => mayHave(client, scope));
            if (!possible.some(isToolScope)) return;
            return { context: { query: { scope: join(possible) } } };
          }),
        },
      ],
    },
  };
}

/** Returns the requested scopes if they are all tool scopes; the library handles the rest. */
function readScopes(scope: unknown): readonly string[] | undefined {
  if (typeof scope !== 'string') return undefined;
  const asked = scope.split(' ').filter((one) => one !== '');
  return asked.length > 0 && asked.every(isToolScope) ? asked : undefined;
}

/** A client without scopes may have all. */
function mayHave({ scopes }: { readonly scopes?: unknown }, scope: string): boolean {
  return !Array.isArray(scopes) || scopes.length === 0 || scopes.includes(scope);
}

function join(scopes: readonly string[]): string {
  return [...new Set(scopes)].join(' ');
}
