import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts, openEmbeddedPostgres, removeHome } from '@lectern/local';
import { migrate } from '@lectern/migrate';
import { Client } from 'pg';
import { templateDatabase } from './template-database.ts';

/** A PostgreSQL server for tests that holds one migrated template database. */
export interface TestPostgres {
  /** Address of the server's own database, in which others are created. */
  readonly adminUrl: string;
  /** Stops the server, runs `whileAway`, and starts it again with the same data. */
  restart(whileAway?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const unsafeButFastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts a server on a free port with its data in a temporary folder, and migrates its template.
 */
export async function openTestPostgres(): Promise<TestPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const postgres = await openEmbeddedPostgres({
    home,
    port: await findFreePorts(),
    password: randomBytes(12).toString('hex'),
    // Several test files open several services at once.
    settings: { ...unsafeButFastSettings, max_connections: '300' },
  });
  const close = async () => {
    await postgres.stop();
    await removeHome(home);
  };
  try {
    await createTemplate(postgres.urlOf('postgres'), postgres.urlOf(templateDatabase));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    adminUrl: postgres.urlOf('postgres'),
    async restart(whileAway = async () => {}) {
      await postgres.stop();
      await whileAway();
      await postgres.start();
    },
    close,
  };
}

async function createTemplate(adminUrl: string, templateUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`create database ${templateDatabase}`);
    await migrate({ databaseUrl: templateUrl });
    await client.query(`alter database ${templateDatabase} allow_connections false`);
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [templateDatabase],
    );
  } finally {
    await client.end();
  }
}
