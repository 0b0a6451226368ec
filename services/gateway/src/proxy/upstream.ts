import type { OnClose } from '@lectern/service';
import { Client, type Dispatcher, Pool } from 'undici';

/** A service behind the gateway. */
export interface Upstream {
  readonly name: string;
  readonly pool: Pool;
  /**
   * Runs a request on a connection of its own. A service may answer before it read a stream to its
   * end, which may never come: nothing else can use that connection.
   */
  alone<Result>(run: (dispatcher: Dispatcher) => Promise<Result>): Promise<Result>;
  /** Path of the service's address, before every path. Usually empty. */
  readonly basePath: string;
}

/** Longest silence within an answer: services send a comment every 15 s on event streams. */
const bodyTimeoutMs = 330_000;
const connectTimeoutMs = 2_000;
/** A new connection may lead to another replica, so none is used for ever. */
const connectionLifetimeMs = 5_000;

/** Connections are made when needed and kept for a while. */
export function openUpstream(name: string, url: string, onClose: OnClose): Upstream {
  const { origin, pathname } = new URL(url);
  const shared = { bodyTimeout: bodyTimeoutMs, connect: { timeout: connectTimeoutMs } };
  const pool = new Pool(origin, {
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
