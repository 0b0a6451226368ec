import type { Pool } from 'pg';
import type { Logger } from '../logger.ts';
import type { OnClose } from '../run-service.ts';
import { isTracing } from '../telemetry/tracing.ts';
import { FairPool } from './fair-pool.ts';
import { PreparingClient } from './prepared.ts';
import { TracedPool } from './traced-pool.ts';

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  readonly applicationName: string;
  readonly logger: Logger;
}

/**
 * Opens a pool that survives lost connections: the next query opens a new one. Requests of
 * organisations get connections in turn.
 */
export function openPool(
  { url, size, applicationName, logger }: PoolOptions,
  onClose: OnClose,
): Pool {
  const pool = new (isTracing() ? TracedPool : FairPool)({
    Client: PreparingClient,
    connectionString: url,
    max: size,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    keepAlive: true,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  // The pool handles errors of idle connections only. For a connection in use the next statement
  // fails; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  onClose(() => pool.end());
  return pool;
}
