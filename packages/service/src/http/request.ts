import type { ErrorForm, Principal } from '@lectern/contracts';
import type { Logger } from '../logger.ts';

declare global {
  namespace Express {
    interface Request {
      id: string;
      log: Logger;
      /** Error form of the endpoint group; default: our own. */
      errorForm?: ErrorForm | undefined;
      /** Set by `requirePrincipal`. */
      principal?: Principal;
      /** Internal token of the principal, to be passed on to the next service. */
      token?: string;
    }
  }
}
