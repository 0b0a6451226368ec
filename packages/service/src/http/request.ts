import type { ErrorForm, Principal } from '@lectern/contracts';
import type { Logger } from '../logger.ts';

declare global {
  namespace Express {
    interface Request {
      id: string;
      log: Logger;
      /** Of the room of endpoints in which the request is; without it ours. */
      errorForm?: ErrorForm | undefined;
      /** Set by `requirePrincipal`. */
      principal?: Principal;
      /** The internal token that named the principal, to be passed on to the next service. */
      token?: string;
    }
  }
}
