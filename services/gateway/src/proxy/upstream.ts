import type { OnClose } from '@lectern/service';
import { Client, type Dispatcher, RoundRobinPool } from 'undici';

/** A service behind the gateway. */
export interface Upstream {
  readonly name: string;
  readonly pool: RoundRobinPool;
  /**
   * Runs a request on a connection of its own. A service may answer before it read a stream to its
   * end, which may never come: the connection cannot be reused.
   */
  alone<Result>(run: (dispatcher: Dispatcher) => Promise<Result>): Promise<Result>;
  /** Path prefix of the service's address; usually empty. */
  readonly basePath: string;
}

/** Maximum silence within a response: services send a comment every 15 s on event streams. */
const bodyTimeoutMs = 330_000;
const connectTimeoutMs = 2_000;
/** Maximum age of a connection: a new one may lead to another replica. */
const connectionLifetimeMs = 5_000;

/** Opens a pool of connections on demand, used in turn, since each may lead to another replica. */
export function openUpstream(name: string, url: string, onClose: OnClose): Upstream {
  const { origin, pathname } = new URL(url);
  const shared = { bodyTimeout: bodyTimeoutMs, connect: { timeout: connectTimeoutMs } };
  const pool = new RoundRobinPool(origin, {
    ...shared,
    connections: 1_024,
    keepAliveTimeout: 30_000,
    clientTtl: connectionLifetimeMs,
  });
  onClose(() => pool.destroy());
  return {
    name,
    pool,
    async alone(run) {
      const client = new Client(origin, shared);
      try {
        return await run(client);
      } finally {
        await client.destroy();
      }
    },
    basePath: pathname.replace(/\/$/, ''),
  };
}
