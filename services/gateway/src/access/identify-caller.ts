import { AppError } from '@lectern/contracts';
import type { Revocations } from '@lectern/service';
import type { Request, Response } from 'express';
import type { ApiKeys } from '../auth/api-keys/api-keys.ts';
import { createKeyIdentifier } from '../auth/api-keys/identify-by-key.ts';
import { apiKeyPrefix } from '../auth/better-auth/create-auth.ts';
import type { Caller } from '../auth/caller/caller.ts';
import type { OAuthTokens } from '../auth/oauth/oauth-tokens.ts';
import {
  createSessionIdentifier,
  type SessionIdentifierOptions,
} from '../auth/sessions/identify-by-session.ts';

export interface CallerIdentifier {
  /**
   * Identifies the caller by API key or session cookie.
   *
   * @throws AppError `unauthorized` without either, or when the person is disabled or not a member;
   *   `forbidden` when another site sent the cookie.
   */
  identify(request: Request, response: Response): Promise<Caller>;
  /** Clears cached keys and rights, so that revocations take effect at once. */
  clearCaches(): Promise<void>;
}

export interface CallerIdentifierOptions extends SessionIdentifierOptions {
  readonly apiKeys: Pick<ApiKeys, 'findOwner'>;
  readonly revocations: Pick<Revocations, 'refresh'>;
  readonly now?: () => number;
}

export function createCallerIdentifier({
  apiKeys,
  revocations,
  now,
  ...options
}: CallerIdentifierOptions): CallerIdentifier {
  const keys = createKeyIdentifier(apiKeys, now);
  const identifyBySession = createSessionIdentifier(options);
  return {
    async identify(request, response) {
      if (request.headers.authorization === undefined) return identifyBySession(request, response);
      const key = readBearer(request);
      if (!key) throw new AppError('unauthorized', 'Send an API key as a bearer token.');
      return keys.identify(key);
    },
    async clearCaches() {
      keys.clear();
      await revocations.refresh().catch(() => undefined);
    },
  };
}

/** Returns an identifier that also accepts access tokens of OAuth clients. */
export function acceptOAuth(identifier: CallerIdentifier, tokens: OAuthTokens): CallerIdentifier {
  return {
    ...identifier,
    identify: async (request, response) => {
      const bearer = readBearer(request);
      return bearer === undefined || bearer.startsWith(apiKeyPrefix)
        ? identifier.identify(request, response)
        : tokens.identify(bearer);
    },
  };
}

function readBearer(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
