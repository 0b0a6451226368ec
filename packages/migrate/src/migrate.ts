import { fileURLToPath } from 'node:url';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { runMigrations as migrateQueue } from 'bullmq';
import { Client, Pool } from 'pg';
import { applySqlMigrations } from './apply-sql-migrations.ts';
import { loadSqlFolder } from './sql-folder.ts';

/** A schema of Lectern, and the folder of its SQL files. */
export interface SchemaSource {
  readonly schema: string;
  readonly folder: string;
}

export interface MigrateOptions {
  /** A session connection: no transaction pooler in between. */
  readonly databaseUrl: string;
  /** Called with one line for each action. */
  readonly log?: (line: string) => void;
  /** Default: the services of this repository, in order of their dependencies. */
  readonly sources?: readonly SchemaSource[];
}

/** Migrations that this run applied. */
export interface MigrateResult {
  readonly applied: readonly { readonly schema: string; readonly name: string }[];
}

/** Advisory lock of Lectern's migrations in a database: "LECT". */
export const migrationLock = 0x4c454354;

export const serviceSources: readonly SchemaSource[] = [
  { schema: 'auth', folder: serviceMigrations('gateway') },
  { schema: 'rag', folder: serviceMigrations('rag') },
  { schema: 'llm', folder: serviceMigrations('llm') },
  { schema: 'mcp', folder: serviceMigrations('mcp') },
];

/**
 * Updates every schema of a database: our own SQL files, then the job queue's tables (schema
 * `queue`) and the agent's checkpoint tables (schema `llm`). Can be repeated and run concurrently:
 * one advisory lock covers the whole run.
 *
 * @throws MigrationError when an applied file was changed or a statement fails; migrations applied
 *   before remain.
 */
export async function migrate({
  databaseUrl,
  log = () => {},
  sources = serviceSources,
}: MigrateOptions): Promise<MigrateResult> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = [];
    for (const { schema, folder } of sources) {
      const migrations = await loadSqlFolder(folder);
      const names = await applySqlMigrations(client, { schema, migrations });
      log(names.length === 0 ? `${schema}: up to date` : `${schema}: applied ${names.join(', ')}`);
      applied.push(...names.map((name) => ({ schema, name })));
    }
    log(`queue: version ${await migrateQueue(client, 'queue')}`);
    await migrateCheckpoints(databaseUrl);
    log('llm: checkpoint tables up to date');
    return { applied };
  } finally {
    await client.end();
  }
}

async function migrateCheckpoints(databaseUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => {});
  try {
    await new PostgresSaver(pool, undefined, { schema: 'llm' }).setup();
  } finally {
    await pool.end();
  }
}

function serviceMigrations(service: string): string {
  return fileURLToPath(new URL(`../../../services/${service}/migrations`, import.meta.url));
}
