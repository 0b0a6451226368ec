import { AppError, type Principal, type Role } from '@lectern/contracts';
import type { Request } from 'express';

/** The sender of a public request. `scopes` are limited by the role and, if any, by the API key. */
export interface Caller extends Principal {
  readonly kind: 'session' | 'api_key' | 'oauth';
  readonly role: Role;
  readonly credential: string;
  /** Time by the database's clock at which the credential was checked, or issued if it says so. */
  readonly at?: number;
  /** Expiry of the credential in milliseconds since the epoch. */
  readonly until?: number | undefined;
}

declare global {
  namespace Express {
    interface Request {
      /** Set by `requireCaller`. */
      caller?: Caller;
    }
  }
}

/** Returns the caller of a request that passed `requireCaller`. */
export function getCaller(request: Request): Caller {
  if (!request.caller) throw new AppError('unauthorized');
  return request.caller;
}

/**
 * Returns the caller if it is an owner of the organisation.
 *
 * @throws AppError `forbidden`.
 */
export function requireOwner(request: Request): Caller {
  const caller = getCaller(request);
  if (caller.role !== 'owner') throw new AppError('forbidden', 'Only an owner may do this.');
  return caller;
}
