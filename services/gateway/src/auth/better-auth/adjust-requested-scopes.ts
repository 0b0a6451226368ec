import { createAuthMiddleware } from 'better-auth/api';
import { isToolScope, refreshScope } from '../caller/roles.ts';
import { onPath } from './on-path.ts';

/**
 * Fits what a client asks for to what it can have. Clients ask for the scopes that the resource
 * names and know nothing of `offline_access`: their people would have to agree anew every ten
 * minutes, so they are given what refreshes too. One that was registered for fewer scopes than the
 * resource names is given those alone, and not refused.
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

/** What is asked for, when these are scopes of tools alone; the library answers the rest. */
function readScopes(scope: unknown): readonly string[] | undefined {
  if (typeof scope !== 'string') return undefined;
  const asked = scope.split(' ').filter((one) => one !== '');
  return asked.length > 0 && asked.every(isToolScope) ? asked : undefined;
}

/** A client without scopes of its own may have all. */
function mayHave({ scopes }: { readonly scopes?: unknown }, scope: string): boolean {
  return !Array.isArray(scopes) || scopes.length === 0 || scopes.includes(scope);
}

function join(scopes: readonly string[]): string {
  return [...new Set(scopes)].join(' ');
}
