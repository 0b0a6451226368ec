import type { OnClose } from '@lectern/service';
import { Pool } from 'undici';

/** A service behind the gateway. */
export interface Upstream {
  readonly name: string;
  readonly pool: Pool;
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
  const pool = new Pool(origin, {
    connections: 1_024,
    bodyTimeout: bodyTimeoutMs,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: 30_000,
    clientTtl: connectionLifetimeMs,
  });
  onClose(() => pool.destroy());
  return { name, pool, basePath: pathname.replace(/\/$/, '') };
}
