import { setTimeout as delay } from 'node:timers/promises';
import { type ClientBase, DatabaseError, escapeIdentifier } from 'pg';
import { type AppliedMigration, findAppliedMigrations } from './applied-migrations.ts';
import { MigrationError } from './migration-error.ts';
import type { SqlMigration } from './sql-folder.ts';

/** Runs the statements of one file atomically. */
export type Transact = (client: ClientBase, work: () => Promise<void>) => Promise<void>;

/** Codes of PostgreSQL for a lock that was not got. */
const lockErrors = new Set(['55P03', '40P01']);
const maxTries = 60;
const pauseMs = 500;

/**
 * Runs each file in its own transaction, again while others hold its tables. It waits less than
 * PostgreSQL's `deadlock_timeout`, so that in a deadlock with a service's query the migration ends
 * and not the query; later longer, which ends an automatic vacuum.
 */
async function inOwnTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${attempt <= maxTries / 2 ? 500 : 5_000}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      const isLocked = error instanceof DatabaseError && lockErrors.has(error.code ?? '');
      if (!isLocked || attempt === maxTries) throw error;
    }
    await delay(pauseMs);
  }
}

export interface SchemaMigrations {
  readonly schema: string;
  /** All migrations of the schema, applied ones included, in order. */
  readonly migrations: readonly SqlMigration[];
  /** Default: one transaction per file. */
  readonly transact?: Transact;
}

/**
 * Updates one schema: creates it if needed, then applies each migration that its table `migrations`
 * does not list, each in its own transaction (or by `transact`) with the schema first in the search
 * path.
 *
 * The caller holds a lock, so that no other process migrates the same database.
 *
 * @returns the names of the migrations that this call applied, in order.
 * @throws MigrationError when an applied file was edited, removed or overtaken by a lower number,
 *   or when a statement fails (then nothing of that file is applied).
 */
export async function applySqlMigrations(
  client: ClientBase,
  { schema, migrations, transact = inOwnTransaction }: SchemaMigrations,
): Promise<readonly string[]> {
  const quotedSchema = escapeIdentifier(schema);
  await client.query(`create schema if not exists ${quotedSchema}`);
  await client.query(`create table if not exists ${quotedSchema}.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const applied = await findAppliedMigrations(client, schema);
  assertHistoryUnchanged(schema, applied, migrations);

  const pending = migrations.slice(applied.length);
  for (const migration of pending) {
    try {
      await transact(client, () => applyOne(client, schema, migration));
    } catch (error) {
      throw new MigrationError(`${schema}: ${migration.name} failed: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  return pending.map(({ name }) => name);
}

function assertHistoryUnchanged(
  schema: string,
  applied: readonly AppliedMigration[],
  migrations: readonly SqlMigration[],
): void {
  applied.forEach(({ name, checksum }, index) => {
    const file = migrations.find((migration) => migration.name === name);
    if (file === undefined) {
      throw new MigrationError(
        `${schema}: ${name} was applied to this database but its file is gone. ` +
          'The database was made by another version of Lectern.',
      );
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `${schema}: ${name} was edited after it was applied. ` +
          'Restore the file and put the change into a new migration.',
      );
    }
    const expected = migrations[index];
    if (expected !== undefined && expected.name !== name) {
      throw new MigrationError(
        `${schema}: ${expected.name} comes before ${name}, which is applied already. ` +
          'Give the new migration the next number.',
      );
    }
  });
}

async function applyOne(
  client: ClientBase,
  schema: string,
  { name, sql, checksum }: SqlMigration,
): Promise<void> {
  const quotedSchema = escapeIdentifier(schema);
  await client.query(`set local search_path to ${quotedSchema}, public`);
  await client.query(sql);
  await client.query(`insert into ${quotedSchema}.migrations (name, checksum) values ($1, $2)`, [
    name,
    checksum,
  ]);
}
