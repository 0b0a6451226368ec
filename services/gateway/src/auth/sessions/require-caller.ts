import { AppError, type Scope } from '@lectern/contracts';
import { cutWhenRevoked, type Revocations } from '@lectern/service';
import type { Request, RequestHandler } from 'express';
import type { CallLimits } from '../../rate-limits/call-limits.ts';
import type { Caller } from './caller.ts';
import type { CallerIdentifier } from './identify-caller.ts';

export interface CallerChecks {
  readonly identifier: CallerIdentifier;
  readonly revocations: Revocations;
  readonly limits: CallLimits;
}

/**
 * Lets pass who is signed in or has a key, has the scope if one is named, and keeps the rate limit.
 * The challenge tells the others how to identify, and whether what they sent is good no more or does
 * not reach that far. An answer that goes on is cut when what the caller identified with ends.
 */
export function requireCaller(
  { identifier, revocations, limits }: CallerChecks,
  scope?: Scope,
  challenge = 'Bearer realm="lectern"',
): RequestHandler {
  return async (request, response, next) => {
    const caller = await identifier.identify(request, response).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthorized') {
        const given = request.headers.authorization !== undefined;
        const reason = given ? `${challenge}, error="invalid_token"` : challenge;
        response.setHeader('www-authenticate', reason);
      }
      throw error;
    });
    const grounds = { ...caller, at: caller.at ?? revocations.now() };
    if (revocations.cover(grounds)) {
      response.setHeader('www-authenticate', `${challenge}, error="invalid_token"`);
      throw new AppError('unauthorized');
    }
    cutWhenRevoked(revocations, grounds, response);
    request.caller = caller;
    request.principal = caller;
    await limits.take(caller, response);
    if (scope && !caller.scopes.includes(scope)) {
      response.setHeader('www-authenticate', `${challenge}, error="insufficient_scope"`);
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
