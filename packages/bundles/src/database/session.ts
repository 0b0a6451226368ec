import { Socket } from 'node:net';
import { Client } from 'pg';
import { BundleError } from '../bundle-error.ts';

const connectTimeoutMs = 10_000;

/** Fixes the text form of values and removes time limits, independently of the server's settings. */
const settings = [
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set bytea_output = 'hex'",
  'set extra_float_digits = 1',
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
];

export interface SessionOptions {
  /** URL of the database with the owner of all schemas, without a transaction pooler. */
  readonly databaseUrl: string;
  /** Maximum wait for a lock. */
  readonly lockTimeoutMs: number;
}

/**
 * Runs an export or import on one connection. If it fails, the connection is closed with any open
 * stream, and the server rolls back.
 */
export async function withSession<Result>(
  { databaseUrl, lockTimeoutMs }: SessionOptions,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const socket = new Socket();
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'lectern-bundles',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  client.on('error', () => {});
  try {
    await client.connect().catch((error: Error) => {
      throw new BundleError(`The database cannot be reached: ${error.message}`, { cause: error });
    });
    await client.query([...settings, `set lock_timeout = ${lockTimeoutMs}`].join(';'));
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
