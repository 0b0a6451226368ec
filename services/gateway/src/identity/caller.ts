import type { Principal, Role } from '@lectern/contracts';

/** Who sent a public request. `scopes` is what this call may do: the role's, and the key's if any. */
export interface Caller extends Principal {
  readonly kind: 'session' | 'api_key' | 'oauth';
  readonly role: Role;
}

declare global {
  namespace Express {
    interface Request {
      /** Set by `requireCaller`. */
      caller?: Caller;
    }
  }
}
