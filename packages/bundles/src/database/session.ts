import { Socket } from 'node:net';
import { Client } from 'pg';
import { BundleError } from '../bundle-error.ts';

const connectTimeoutMs = 10_000;

/** How values are written as text, whatever the server's own settings are; and no limits of time. */
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
  /** Address of the database, as the owner of every schema and without a transaction pooler. */
  readonly databaseUrl: string;
  /** How long a lock is waited for. */
  readonly lockTimeoutMs: number;
}

/**
 * One connection for the whole of a transfer. When the work fails the connection is cut, whatever
 * stream is under way on it, and the server rolls back.
 */
export async function withSession<Result>(
  { databaseUrl, lockTimeoutMs }: SessionOptions,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const socket = new Socket();
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'lectern-transfer',
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
