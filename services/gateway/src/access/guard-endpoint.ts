import { AppError, type Endpoint } from '@lectern/contracts';
import { wantsEvents } from '@lectern/service';
import type { RequestHandler } from 'express';
import { getCaller } from '../auth/caller/caller.ts';
import { assertOwnOrigin } from '../auth/caller/origins.ts';
import type { Memberships } from '../members/memberships.ts';
import { type CallerChecks, requireCaller } from './require-caller.ts';

export interface GuardOptions {
  readonly checks: CallerChecks;
  /** Rate limit per network address. */
  readonly limitByAddress: RequestHandler;
  readonly memberships: Pick<Memberships, 'isOperator'>;
  readonly ownOrigins: readonly string[];
  /** Answers a repeated request with the first answer. */
  readonly runOnce: (endpoint: Endpoint) => readonly RequestHandler[];
}

/** Returns a factory for the handlers that check access to an endpoint, by its row in contracts. */
export function createGuard(options: GuardOptions): (endpoint: Endpoint) => RequestHandler[] {
  return (endpoint) => [
    ...guardAccess(endpoint, options),
    ...(endpoint.events || endpoint.parts ? [limitStreams(endpoint, options)] : []),
    // Last, so that a page of another site cannot use up the attempts of its visitor.
    ...(endpoint.guessable ? [options.limitByAddress] : []),
    ...options.runOnce(endpoint),
  ];
}

/** An endpoint that can also answer in JSON streams only on request. */
function limitStreams(endpoint: Endpoint, { checks }: GuardOptions): RequestHandler {
  return (request, response, next) => {
    const { caller } = request;
    const isStream = !endpoint.response || wantsEvents(request);
    if (caller && isStream) checks.limits.takeStream(caller, response);
    next();
  };
}

function guardAccess(
  { access }: Endpoint,
  { checks, memberships, ownOrigins }: GuardOptions,
): RequestHandler[] {
  switch (access) {
    case 'public':
      return [requireOwnOrigin(ownOrigins)];
    case 'caller':
      return [requireCaller(checks)];
    case 'session':
      return [requireCaller(checks), requireSession];
    case 'session_or_admin_key':
      return [requireCaller(checks), requireSessionOrAdminKey];
    case 'operator':
      return [requireCaller(checks, { scope: 'admin' }), requireOperator(memberships)];
    default:
      return [requireCaller(checks, { scope: access })];
  }
}

function requireOwnOrigin(ownOrigins: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    assertOwnOrigin(request, ownOrigins);
    next();
  };
}

/** Rejects API keys: some actions are reserved for the person. */
const requireSession: RequestHandler = (request, _response, next) => {
  if (getCaller(request).kind !== 'session') {
    throw new AppError('forbidden', 'This requires a session.');
  }
  next();
};

const requireSessionOrAdminKey: RequestHandler = (request, _response, next) => {
  const { kind, scopes } = getCaller(request);
  if (kind !== 'session' && !scopes.includes('admin')) {
    throw new AppError('forbidden', 'This requires a session or the scope admin.', {
      details: { scope: 'admin' },
    });
  }
  next();
};

/** Admits administrators of the installation. */
function requireOperator({ isOperator }: Pick<Memberships, 'isOperator'>): RequestHandler {
  return async (request, _response, next) => {
    if (!(await isOperator(getCaller(request).userId))) {
      throw new AppError('forbidden', 'This requires an administrator of the installation.');
    }
    next();
  };
}
