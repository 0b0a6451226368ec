import { AppError, type Endpoint } from '@lectern/contracts';
import type { RequestHandler } from 'express';
import type { CallerIdentifier } from '../identity/identify-caller.ts';
import { assertOwnOrigin } from '../identity/origins.ts';
import { getCaller, requireCaller } from '../identity/require-caller.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Memberships } from '../ports/memberships.ts';
import { requireOperator } from './require-operator.ts';

export interface GuardOptions {
  readonly identifier: CallerIdentifier;
  /** Requests of one person. */
  readonly requests: RateLimit;
  /** Counts calls by network address. */
  readonly limitByAddress: RequestHandler;
  readonly memberships: Pick<Memberships, 'isOperator'>;
  readonly ownOrigins: readonly string[];
}

/** What lets pass who may call an endpoint, by its row in the table. */
export function createGuard(options: GuardOptions): (endpoint: Endpoint) => RequestHandler[] {
  return (endpoint) => [
    ...(endpoint.guessable ? [options.limitByAddress] : []),
    ...guardAccess(endpoint, options),
  ];
}

function guardAccess(
  { access }: Endpoint,
  { identifier, requests, memberships, ownOrigins }: GuardOptions,
): RequestHandler[] {
  switch (access) {
    case 'public':
      return [requireOwnOrigin(ownOrigins)];
    case 'caller':
      return [requireCaller(identifier, requests)];
    case 'session':
      return [requireCaller(identifier, requests), requireSession];
    case 'session_or_admin_key':
      return [requireCaller(identifier, requests), requireSessionOrAdminKey];
    case 'operator':
      return [requireCaller(identifier, requests, 'admin'), requireOperator(memberships)];
    default:
      return [requireCaller(identifier, requests, access)];
  }
}

function requireOwnOrigin(ownOrigins: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    assertOwnOrigin(request, ownOrigins);
    next();
  };
}

/** Some things need the person. */
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
