import { AppError, type Scope } from '@lectern/contracts';
import { cutWhenRevoked, type Revocations, runForTenant } from '@lectern/service';
import type { RequestHandler } from 'express';
import type { CallLimits } from '../rate-limits/call-limits.ts';
import type { CallerIdentifier } from './identify-caller.ts';

export interface CallerChecks {
  readonly identifier: CallerIdentifier;
  readonly revocations: Revocations;
  readonly limits: CallLimits;
}

export interface CallerRequirement {
  readonly scope?: Scope | undefined;
  /** Value of `WWW-Authenticate`, to which the reason of a refusal is appended. */
  readonly challenge?: string;
}

/**
 * Admits callers with a valid credential and the required scope, within their rate limit. A response
 * that is still open when the credential is revoked is cut. Connections to the database count as the
 * organisation's.
 */
export function requireCaller(
  { identifier, revocations, limits }: CallerChecks,
  { scope, challenge = 'Bearer realm="lectern"' }: CallerRequirement = {},
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
    await limits.consume(caller, response);
    if (scope && !caller.scopes.includes(scope)) {
      response.setHeader('www-authenticate', `${challenge}, error="insufficient_scope"`);
      throw new AppError('forbidden', `This requires the scope ${scope}.`, { details: { scope } });
    }
    runForTenant(caller.organisationId, next);
  };
}
