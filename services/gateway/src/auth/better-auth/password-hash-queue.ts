import { AsyncLocalStorage } from 'node:async_hooks';
import { FairQueue } from '@lectern/service';
import type { BetterAuthOptions } from 'better-auth';

export type PasswordHasher = Required<
  NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>
>;

/**
 * Half of the threads that Node has: new connections to the database need one too, and fail when it
 * does not come within seconds.
 */
const maxRunning = 2;
const maxWaiting = { maxWaiting: 400, maxWaitingOfParty: 200 };

const tries = new AsyncLocalStorage<string>();

/**
 * What the work hashes waits among what is tried for this account, whether there is one or not: by
 * an address that nobody has nothing can be told, and no new password is held up.
 */
export function hashAsTryFor<Result>(account: string, work: () => Result): Result {
  return tries.run(account, work);
}

/**
 * Hashing a password takes a tenth of a second of a processor. Of many at once most wait for their
 * turn, and accounts take turns.
 * @throws AppError `rate_limited` while too many of one account wait, `service_unavailable` while too
 *   many of all do.
 */
export function queuePasswordHashes({ hash, verify }: PasswordHasher): PasswordHasher {
  const turns = new FairQueue({ maxRunning, ...maxWaiting });
  return {
    hash: (password) => turns.run({ party: tries.getStore() ?? 'new' }, () => hash(password)),
    verify: (checked) =>
      turns.run({ party: tries.getStore() ?? checked.hash }, () => verify(checked)),
  };
}
