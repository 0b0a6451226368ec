import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { openTestPostgres, templateDatabase } from './test-postgres.ts';

/** A migrated database that nobody else uses. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** At most five connections, made when first used. */
  readonly pool: Pool;
}

/** Set by Jest's global setup to the address of the server that all test files share. */
export const adminUrlVariable = 'LECTERN_TEST_POSTGRES_URL';

/**
 * Makes a database with every migration applied, in some 30 ms. Outside Jest the first call starts
 * a server, which ends with this process.
 *
 * Disposing drops the database, with force where connections are left.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = await getAdminUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${templateDatabase}`);

  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = new Pool({ connectionString: url.href, max: 5 });
  pool.on('error', () => {});
  return {
    url: url.href,
    pool,
    async [Symbol.asyncDispose]() {
      if (!pool.ended) await pool.end();
      await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

let ownServer: Promise<string> | undefined;

async function getAdminUrl(): Promise<string> {
  const shared = process.env[adminUrlVariable];
  if (shared) return shared;
  ownServer ??= openOwnServer();
  return ownServer;
}

async function openOwnServer(): Promise<string> {
  const { adminUrl, close } = await openTestPostgres();
  process.once('beforeExit', () => void close());
  return adminUrl;
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
