import { AppError, type Principal, type Scope } from '@lectern/contracts';
import type { Request, RequestHandler } from 'express';
import { cutWhenRevoked } from './cut-when-revoked.ts';
import type { TokenVerifier } from './tokens.ts';

/** The one issuer that may speak for people. */
const principalIssuer = 'gateway';

/** Lets only people's internal tokens pass; sets `request.principal` and `request.token`. Cuts answers whose grounds end. */
export function requirePrincipal(verifier: TokenVerifier): RequestHandler {
  return async (request, response, next) => {
    const token = readBearer(request);
    const caller = await verifier.verify(token);
    if (caller.kind !== 'principal' || caller.issuer !== principalIssuer) {
      throw new AppError('forbidden', 'Only people may call this.');
    }
    request.principal = caller.principal;
    request.token = token;
    // A request may take longer than the token that it came with lasts.
    const grounds = { ...caller.grounds, until: undefined };
    if (verifier.revocations) cutWhenRevoked(verifier.revocations, grounds, response);
    next();
  };
}

/** Lets only the named services pass. */
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

/** Lets pass who has the scope. */
export function requireScope(scope: Scope): RequestHandler {
  return (request, _response, next) => {
    if (!getPrincipal(request).scopes.includes(scope)) {
      throw new AppError('forbidden', `This needs the scope ${scope}.`, { details: { scope } });
    }
    next();
  };
}

/** A session's own token: one that is made for somebody else has more behind the id. */
const sessionPattern = /^session:[^:]+$/;

/** Lets pass who decides in person, and who has the scope `admin`: no agent decides for its person. */
export const requireSessionOrAdminToken: RequestHandler = (request, _response, next) => {
  const { credential = '', scopes } = getPrincipal(request);
  if (!sessionPattern.test(credential) && !scopes.includes('admin')) {
    throw new AppError('forbidden', 'This needs a session or the scope admin.', {
      details: { scope: 'admin' },
    });
  }
  next();
};

/** Lets pass what the gateway let through to a route for the administrator of the installation. */
export const requireOperatorToken: RequestHandler = (request, _response, next) => {
  if (!getPrincipal(request).isOperator) {
    throw new AppError('forbidden', 'This is for the administrator of the installation.');
  }
  next();
};

/** The principal of a request that `requirePrincipal` let pass. */
export function getPrincipal(request: Request): Principal {
  if (!request.principal) throw new AppError('unauthorized');
  return request.principal;
}

function readBearer(request: Request): string {
  const match = /^Bearer ([\w.-]+)$/i.exec(request.header('authorization') ?? '');
  if (!match?.[1]) throw new AppError('unauthorized');
  return match[1];
}
