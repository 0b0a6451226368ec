import type { Principal, Role } from '@lectern/contracts';

/** Who sent a public request. `scopes` is what this call may do: the role's, and the key's if any. */
export interface Caller extends Principal {
  readonly kind: 'session' | 'api_key' | 'oauth';
  readonly role: Role;
  readonly credential: string;
  /** When the credential was checked, or made where it says so; by the database's clock. */
  readonly at?: number;
  /** When the credential ends by itself, in milliseconds since the epoch. */
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
