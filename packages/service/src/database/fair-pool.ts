import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@lectern/contracts';
import { startTimeout } from '@lectern/contracts/start-timeout';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { FairQueue } from '../fair-queue/fair-queue.ts';

type Connected = Parameters<Pool['connect']>[0];

/** Share of the connections that one tenant may hold, and their least number. */
const shareOfTenant = 0.5;
const minOfTenant = 2;
const queueLimits = { maxWaiting: 10_000, maxWaitingPerTenant: 1_000 };

const currentTenant = new AsyncLocalStorage<string>();

/** Runs work whose database connections count as the tenant's. */
export function runForTenant<Result>(tenant: string, work: () => Result): Result {
  return currentTenant.run(tenant, work);
}

/**
 * A pool that gives its connections to tenants in turn, and at most half of them to one, so that
 * slow statements of one tenant do not keep others waiting. Work without a tenant does not queue.
 */
export class FairPool extends Pool {
  readonly #turns: FairQueue;
  readonly #maxWaitMs: number;
  readonly #releases = new WeakMap<PoolClient, () => void>();

  constructor(
    config: PoolConfig & { readonly max: number; readonly connectionTimeoutMillis: number },
  ) {
    super(config);
    this.#maxWaitMs = config.connectionTimeoutMillis;
    this.#turns = new FairQueue({
      maxRunning: config.max,
      maxRunningPerTenant: Math.max(minOfTenant, Math.ceil(config.max * shareOfTenant)),
      ...queueLimits,
    });
    this.on('release', (_error, client) => this.#releases.get(client)?.());
  }

  override connect(): Promise<PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<PoolClient> | undefined {
    const tenant = currentTenant.getStore();
    if (tenant === undefined) {
      if (!done) return super.connect();
      super.connect(done);
      return undefined;
    }
    const connecting = this.#connectInTurn(tenant);
    if (!done) return connecting;
    connecting.then(
      (client) => done(undefined, client, (error) => client.release(error)),
      (error) => done(error, undefined, () => undefined),
    );
    return undefined;
  }

  /**
   * @throws AppError `service_unavailable` if its turn does not come in time, `rate_limited` as the
   *   queue does.
   */
  #connectInTurn(owner: string): Promise<PoolClient> {
    const connecting = Promise.withResolvers<PoolClient>();
    const timeout = startTimeout(this.#maxWaitMs);
    const use = async () => {
      timeout.end();
      const client = await super.connect();
      const released = new Promise<void>((resolve) => this.#releases.set(client, resolve));
      connecting.resolve(client);
      await released;
    };
    this.#turns.run({ owner, signal: timeout.signal }, use).catch((cause: unknown) => {
      timeout.end();
      connecting.reject(
        timeout.signal.aborted ? new AppError('service_unavailable', undefined, { cause }) : cause,
      );
    });
    return connecting.promise;
  }
}
