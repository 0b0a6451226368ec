import { hash } from 'node:crypto';
import { AppError } from '@lectern/contracts';
import type { Revocations } from '@lectern/service';
import { fromNodeHeaders } from 'better-auth/node';
import type { Request, Response } from 'express';
import type { Memberships } from '../../members/memberships.ts';
import type { ApiKeys, KeyOwner } from './api-keys.ts';
import type { Caller } from './caller.ts';
import { type Auth, apiKeyPrefix } from './create-auth.ts';
import { ExpiringCache } from './expiring-cache.ts';
import { assertOwnOrigin } from './origins.ts';
import { findScopesOfRole } from './roles.ts';

/** How long a key goes on working in other processes after it was deleted or its owner disabled. */
const keyMemoryMs = 3_000;

export interface CallerIdentifier {
  /**
   * The caller by API key or session cookie.
   *
   * @throws AppError `unauthorized` without either, or when the owner is disabled or no member;
   *   `forbidden` when another site sent the cookie.
   */
  identify(request: Request, response: Response): Promise<Caller>;
  /** Forgets what is remembered of keys and rights, so that what was revoked ends at once. */
  forgetEnded(): Promise<void>;
}

export interface CallerIdentifierOptions {
  readonly auth: Auth;
  readonly apiKeys: ApiKeys;
  readonly memberships: Memberships;
  readonly revocations: Revocations;
  readonly ownOrigins: readonly string[];
  readonly now?: () => number;
}

export function createCallerIdentifier({
  auth,
  apiKeys,
  memberships,
  revocations,
  ownOrigins,
  now = Date.now,
}: CallerIdentifierOptions): CallerIdentifier {
  const owners = new ExpiringCache<KeyOwner | undefined>({
    ttlMs: keyMemoryMs,
    maxEntries: 10_000,
    now,
  });

  const identifyByKey = async (key: string): Promise<Caller> => {
    const keyHash = hash('sha256', key, 'base64');
    const owner = await owners.getOrLoad(keyHash, () => apiKeys.findOwner(key));
    if (!owner || (owner.expiresAt !== undefined && owner.expiresAt <= now())) {
      throw wrongKey();
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
  };

  const identifyBySession = async (request: Request, response: Response): Promise<Caller> => {
    const { session, cookies } = await readSession(auth, request);
    if (!session) throw new AppError('unauthorized');
    assertOwnOrigin(request, ownOrigins);
    const organisationId = session.activeOrganizationId;
    const role = organisationId && (await memberships.findRole(session.userId, organisationId));
    if (!organisationId || !role) {
      throw new AppError('unauthorized', 'You are not a member of this organisation any more.');
    }
    if (cookies.length > 0) response.append('set-cookie', cookies);
    return {
      kind: 'session',
      userId: session.userId,
      organisationId,
      role,
      scopes: findScopesOfRole(role),
      runId: undefined,
      credential: `session:${session.id}`,
    };
  };

  return {
    async identify(request, response) {
      const authorization = request.headers.authorization;
      if (authorization === undefined) return identifyBySession(request, response);
      const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (!key) throw new AppError('unauthorized', 'Send an API key as a bearer token.');
      if (!key.startsWith(apiKeyPrefix)) throw wrongKey();
      return identifyByKey(key);
    },
    async forgetEnded() {
      owners.clear();
      await revocations.refresh().catch(() => undefined);
    },
  };
}

function wrongKey(): AppError {
  return new AppError('unauthorized', 'The API key is not valid.');
}

/** Also gives the cookies that prolong the session. */
async function readSession(auth: Auth, request: Request) {
  if (!request.headers.cookie) return { session: undefined, cookies: [] };
  const { headers, response } = await auth.api
    .getSession({ headers: fromNodeHeaders(request.headers), returnHeaders: true })
    .catch((error: unknown) => {
      throw new AppError('service_unavailable', undefined, { cause: error });
    });
  return { session: response?.session, cookies: headers.getSetCookie() };
}
