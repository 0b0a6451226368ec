import { AsyncLocalStorage } from 'node:async_hooks';
import { FairQueue } from '@lectern/service';
import type { BetterAuthOptions } from 'better-auth';

export type PasswordHasher = Required<
  NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>
>;

/**
 * Half of Node's threads: new database connections need one too, and fail after seconds without
 * one.
 */
const maxRunning = 2;
const maxWaiting = { maxWaiting: 400, maxWaitingPerTenant: 200 };

const tries = new AsyncLocalStorage<string>();

/**
 * Queues the hashes of the work as attempts for this account, whether it exists or not: response
 * times reveal nothing about unknown accounts, and new passwords are not delayed.
 */
export function hashAsTryFor<Result>(account: string, work: () => Result): Result {
  return tries.run(account, work);
}

/**
 * Limits concurrent password hashes, which take a tenth of a second each. Accounts take turns.
 * @throws AppError `rate_limited` while too many of one account wait, `service_unavailable` while
 *   too many wait in total.
 */
export function queuePasswordHashes({ hash, verify }: PasswordHasher): PasswordHasher {
  const turns = new FairQueue({ maxRunning, ...maxWaiting });
  return {
    hash: (password) => turns.run({ owner: tries.getStore() ?? 'new' }, () => hash(password)),
    verify: (checked) =>
      turns.run({ owner: tries.getStore() ?? checked.hash }, () => verify(checked)),
  };
}
