import { type Principal, type Scope, scopeSchema } from '@lectern/contracts';
import type { TokenSigner } from '@lectern/service';
import { ExpiringCache } from './expiring-cache.ts';

const tokenMemoryMs = 30_000;

/** What a service needs of the next one to do what the scope allows. */
const impliedScopes: Readonly<Record<Scope, readonly Scope[]>> = {
  search: [],
  'documents:read': [],
  'documents:write': ['documents:read'],
  chat: ['mcp', 'search', 'documents:read'],
  mcp: ['search', 'documents:read'],
  files: [],
  admin: [],
};

export interface InsideTokens {
  /** An internal token for the principal; the same one for 30 s. */
  get(principal: Principal): Promise<string>;
}

/**
 * Internal tokens hold the caller's scopes and those that these imply inside: answering a chat
 * turn calls the tools, and these call the search. The public routes ask for the caller's own.
 */
export function createInsideTokens(signer: TokenSigner, now?: () => number): InsideTokens {
  const tokens = new ExpiringCache<string>({
    ttlMs: tokenMemoryMs,
    maxEntries: 10_000,
    ...(now && { now }),
  });
  return {
    get(principal) {
      const { userId, organisationId, scopes } = principal;
      return tokens.getOrLoad(`${organisationId} ${userId} ${scopes.join()}`, () =>
        signer.signPrincipal({ ...principal, scopes: withImplied(scopes) }),
      );
    },
  };
}

function withImplied(scopes: readonly Scope[]): readonly Scope[] {
  const all = new Set(scopes.flatMap((scope) => [scope, ...impliedScopes[scope]]));
  return scopeSchema.options.filter((scope) => all.has(scope));
}
