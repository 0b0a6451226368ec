import { AppError, type Endpoint } from '@lectern/contracts';
import { wantsEvents } from '@lectern/service';
import type { RequestHandler } from 'express';
import { assertOwnOrigin } from '../auth/sessions/origins.ts';
import { type CallerChecks, getCaller, requireCaller } from '../auth/sessions/require-caller.ts';
import type { Memberships } from '../members/memberships.ts';
import { requireOperator } from './require-operator.ts';

export interface GuardOptions {
  readonly checks: CallerChecks;
  /** Counts calls by network address. */
  readonly limitByAddress: RequestHandler;
  readonly memberships: Pick<Memberships, 'isOperator'>;
  readonly ownOrigins: readonly string[];
  /** Answers a repeated request with the first answer. */
  readonly runOnce: (endpoint: Endpoint) => readonly RequestHandler[];
}

/** What lets pass who may call an endpoint, by its row in the table. */
export function createGuard(options: GuardOptions): (endpoint: Endpoint) => RequestHandler[] {
  return (endpoint) => [
    ...guardAccess(endpoint, options),
    ...(endpoint.events || endpoint.parts ? [limitStreams(endpoint, options)] : []),
    // Last, so that another site's page cannot use up what a visitor of it may try.
    ...(endpoint.guessable ? [options.limitByAddress] : []),
    ...options.runOnce(endpoint),
  ];
}

/** What may be answered as JSON too is a stream where that is asked for. */
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
      return [requireCaller(checks, 'admin'), requireOperator(memberships)];
    default:
      return [requireCaller(checks, access)];
  }
}

function requireOwnOrigin(ownOrigins: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    assertOwnOrigin(request, ownOrigins);
    next();
  };
}

/** Refuses keys: some things only the person may do. */
const requireSession: RequestHandler = (request, _response, next) => {
  if (getCaller(request).kind !== 'session') {
    throw new AppError('forbidden', 'This needs a session.');
  }
  next();
};

const requireSessionOrAdminKey: RequestHandler = (request, _response, next) => {
  const { kind, scopes } = getCaller(request);
  if (kind !== 'session' && !scopes.includes('admin')) {
    throw new AppError('forbidden', 'This needs a session or the scope admin.', {
      details: { scope: 'admin' },
    });
  }
  next();
};
