import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { templateDatabase } from './template-database.ts';
import type { TestPostgres } from './test-postgres.ts';

/** A migrated database for one test file. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** At most five connections, opened on first use. */
  readonly pool: Pool;
}

/** Set by Jest's global setup to the address of the shared server. */
export const adminUrlVariable = 'LECTERN_TEST_POSTGRES_URL';

/**
 * Creates a database with every migration applied, in about 50 ms on a temporary file system in
 * memory. Outside Jest the first call starts a server, which ends with the last database.
 *
 * Disposing drops the database, by force if connections are left.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await acquireServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(
    server.adminUrl,
    `create database ${name} template ${templateDatabase} strategy file_copy`,
  );

  const url = new URL(server.adminUrl);
  url.pathname = `/${name}`;
  const pool = new Pool({ connectionString: url.href, max: 5 });
  pool.on('error', () => {});
  return {
    url: url.href,
    pool,
    async [Symbol.asyncDispose]() {
      if (!pool.ended) await pool.end();
      await runAsAdmin(server.adminUrl, `drop database if exists ${name} with (force)`);
      await server.close();
    },
  };
}

let ownServer: Promise<TestPostgres> | undefined;
let ownServerUsers = 0;

async function acquireServer(): Promise<Pick<TestPostgres, 'adminUrl' | 'close'>> {
  const sharedUrl = process.env[adminUrlVariable];
  if (sharedUrl) return { adminUrl: sharedUrl, close: async () => {} };
  ownServer ??= startOwnServer();
  ownServerUsers += 1;
  const { adminUrl, close } = await ownServer;
  return {
    adminUrl,
    async close() {
      ownServerUsers -= 1;
      if (ownServerUsers > 0) return;
      ownServer = undefined;
      await close();
    },
  };
}

/** Loaded on demand: the modules that migrate and start a server take a second to load. */
async function startOwnServer(): Promise<TestPostgres> {
  const { openTestPostgres } = await import('./test-postgres.ts');
  return openTestPostgres();
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
