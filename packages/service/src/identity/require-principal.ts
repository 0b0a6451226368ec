import { AppError, type Principal, type Scope } from '@lectern/contracts';
import type { Request, RequestHandler } from 'express';
import { runForTenant } from '../database/fair-pool.ts';
import { cutWhenRevoked } from './cut-when-revoked.ts';
import type { TokenVerifier } from './tokens.ts';

/** The only issuer of tokens for people. */
const principalIssuer = 'gateway';

/**
 * Admits internal tokens of people; sets `request.principal` and `request.token`. Cuts responses
 * whose credential ends. Connections to the database count as the organisation's.
 */
export function requirePrincipal(verifier: TokenVerifier): RequestHandler {
  return async (request, response, next) => {
    const token = readBearer(request);
    const caller = await verifier.verify(token);
    if (caller.kind !== 'principal' || caller.issuer !== principalIssuer) {
      throw new AppError('forbidden', 'Only people may call this.');
    }
    request.principal = caller.principal;
    request.token = token;
    // A request may take longer than its token is valid.
    const grounds = { ...caller.grounds, until: undefined };
    if (verifier.revocations) cutWhenRevoked(verifier.revocations, grounds, response);
    runForTenant(caller.principal.organisationId, next);
  };
}

/** Admits tokens of the named services. */
export function requireService(
  verifier: TokenVerifier,
  services: readonly string[],
): RequestHandler {
  return async (request, _response, next) => {
    const caller = await verifier.verify(readBearer(request));
    if (
      caller.kind !== 'service' ||
      caller.issuer !== caller.service ||
      !services.includes(caller.service)
    ) {
      throw new AppError('forbidden', 'Only services may call this.');
    }
    next();
  };
}

export function requireScope(scope: Scope): RequestHandler {
  return (request, _response, next) => {
    if (!getPrincipal(request).scopes.includes(scope)) {
      throw new AppError('forbidden', `This requires the scope ${scope}.`, { details: { scope } });
    }
    next();
  };
}

/** Matches the session's own token: one that was created for somebody else has a suffix. */
const sessionPattern = /^session:[^:]+$/;

/** Requires the person's own session or the scope `admin`: no agent decides for its person. */
export const requireSessionOrAdminToken: RequestHandler = (request, _response, next) => {
  const { credential = '', scopes } = getPrincipal(request);
  if (!sessionPattern.test(credential) && !scopes.includes('admin')) {
    throw new AppError('forbidden', 'This requires a session or the scope admin.', {
      details: { scope: 'admin' },
    });
  }
  next();
};

/** Requires a token that the gateway issued for a route of the installation's administrator. */
export const requireOperatorToken: RequestHandler = (request, _response, next) => {
  if (!getPrincipal(request).isOperator) {
    throw new AppError('forbidden', 'This requires an administrator of the installation.');
  }
  next();
};

/** Returns the principal of a request that passed `requirePrincipal`. */
export function getPrincipal(request: Request): Principal {
  if (!request.principal) throw new AppError('unauthorized');
  return request.principal;
}

function readBearer(request: Request): string {
  const match = /^Bearer ([\w.-]+)$/i.exec(request.header('authorization') ?? '');
  if (!match?.[1]) throw new AppError('unauthorized');
  return match[1];
}
