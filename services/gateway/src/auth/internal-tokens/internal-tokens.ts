import { type Principal, type Scope, scopeSchema } from '@lectern/contracts';
import type { Revocations, TokenSigner, TokenTimes } from '@lectern/service';
import { ExpiringCache } from '../caller/expiring-cache.ts';

const tokenMemoryMs = 30_000;

/** Scopes that a service needs at the next one to do what the scope allows. */
const impliedScopes: Readonly<Record<Scope, readonly Scope[]>> = {
  search: [],
  'documents:read': [],
  'documents:write': ['documents:read'],
  chat: ['mcp', 'search', 'documents:read'],
  mcp: ['search', 'documents:read'],
  files: [],
  admin: [],
};

export interface InternalTokens {
  /** Returns an internal token for the caller, cached for 30 s unless its credential ends. */
  get(principal: InternalPrincipal): Promise<string>;
  /** Returns the scopes of a caller's internal token. */
  scopesInside(scopes: readonly Scope[]): readonly Scope[];
}

export type InternalPrincipal = Principal & Required<Pick<Principal, 'credential'>> & TokenTimes;

/**
 * Creates internal tokens with the caller's scopes and those that they imply inside: a chat turn
 * calls tools, and these call the search. Public routes check the caller's own scopes.
 */
export function createInternalTokens(
  signer: TokenSigner,
  revocations: Pick<Revocations, 'cover' | 'now'>,
  now?: () => number,
): InternalTokens {
  const tokens = new ExpiringCache<{ readonly token: string; readonly at: number }>({
    ttlMs: tokenMemoryMs,
    maxEntries: 10_000,
    ...(now && { now }),
  });
  return {
    scopesInside: withImplied,
    async get(principal) {
      const { userId, organisationId, scopes, credential, until, isOperator = false } = principal;
      const key = `${organisationId} ${userId} ${scopes.join()} ${credential} ${isOperator}`;
      const load = async () => {
        const at = revocations.now();
        const inside = { ...principal, scopes: withImplied(scopes) };
        return { token: await signer.signPrincipal(inside, { at, until }), at };
      };
      const found = await tokens.getOrLoad(key, load);
      if (!revocations.cover({ userId, organisationId, credential, at: found.at })) {
        return found.token;
      }
      tokens.forget(key);
      return (await tokens.getOrLoad(key, load)).token;
    },
  };
}

function withImplied(scopes: readonly Scope[]): readonly Scope[] {
  const all = new Set(scopes.flatMap((scope) => [scope, ...impliedScopes[scope]]));
  return scopeSchema.options.filter((scope) => all.has(scope));
}
