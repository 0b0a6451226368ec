import { hash } from 'node:crypto';
import { AppError } from '@lectern/contracts';
import { apiKeyPrefix } from '../better-auth/create-auth.ts';
import type { Caller } from '../caller/caller.ts';
import { ExpiringCache } from '../caller/expiring-cache.ts';
import { findScopesOfRole } from '../caller/roles.ts';
import type { ApiKeys, KeyOwner } from './api-keys.ts';

/** Maximum time that a key still works in other processes after it or its owner was removed. */
const ownerCacheMs = 3_000;

export interface KeyIdentifier {
  /** @throws AppError `unauthorized` for an unknown, expired or disabled key. */
  identify(key: string): Promise<Caller>;
  /** Clears the cache of key owners. */
  clear(): void;
}

/** Identifies callers by their API key. */
export function createKeyIdentifier(
  apiKeys: Pick<ApiKeys, 'findOwner'>,
  now: () => number = Date.now,
): KeyIdentifier {
  const owners = new ExpiringCache<KeyOwner | undefined>({
    ttlMs: ownerCacheMs,
    maxEntries: 10_000,
    now,
  });
  return {
    async identify(key) {
      if (!key.startsWith(apiKeyPrefix)) throw invalidKey();
      const keyHash = hash('sha256', key, 'base64');
      const owner = await owners.getOrLoad(keyHash, () => apiKeys.findOwner(key));
      if (!owner || (owner.expiresAt !== undefined && owner.expiresAt <= now())) {
        throw invalidKey();
      }
      const allowed = findScopesOfRole(owner.role);
      return {
        kind: 'api_key',
        userId: owner.userId,
        organisationId: owner.organisationId,
        role: owner.role,
        scopes: owner.scopes.filter((scope) => allowed.includes(scope)),
        runId: undefined,
        credential: `key:${owner.keyId}`,
        until: owner.expiresAt,
      };
    },
    clear: () => owners.clear(),
  };
}

function invalidKey(): AppError {
  return new AppError('unauthorized', 'The API key is not valid.');
}
