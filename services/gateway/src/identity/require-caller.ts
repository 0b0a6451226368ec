import { AppError, type Scope } from '@lectern/contracts';
import type { Request, RequestHandler } from 'express';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Caller } from './caller.ts';
import type { CallerIdentifier } from './identify-caller.ts';

/**
 * Lets pass who is signed in or has a key, has the scope if one is named, and keeps the rate limit.
 * The challenge tells the others how to identify.
 */
export function requireCaller(
  identifier: CallerIdentifier,
  requests: RateLimit,
  scope?: Scope,
  challenge = 'Bearer realm="lectern"',
): RequestHandler {
  return async (request, response, next) => {
    const caller = await identifier.identify(request, response).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthorized') {
        response.setHeader('www-authenticate', challenge);
      }
      throw error;
    });
    request.caller = caller;
    request.principal = caller;
    await requests.take(`${caller.organisationId} ${caller.userId}`);
    if (scope && !caller.scopes.includes(scope)) {
      throw new AppError('forbidden', `This needs the scope ${scope}.`, { details: { scope } });
    }
    next();
  };
}

/** The caller of a request that `requireCaller` let pass. */
export function getCaller(request: Request): Caller {
  if (!request.caller) throw new AppError('unauthorized');
  return request.caller;
}
