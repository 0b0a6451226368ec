import { type ClientBase, escapeIdentifier } from 'pg';
import { MigrationError } from './migration-error.ts';
import type { SqlMigration } from './sql-folder.ts';

/**
 * Brings one schema up to date: creates it if needed, then applies each migration that its table
 * `migrations` does not name yet, each in a transaction of its own with the schema first in the
 * search path.
 *
 * The caller holds a lock, so that no other process migrates the same database.
 *
 * @returns the names that were applied by this call, in order.
 * @throws MigrationError when an applied file was edited, removed or overtaken by an older number,
 *   or when a statement fails (then nothing of that file stays).
 */
export async function applySqlMigrations(
  client: ClientBase,
  schema: string,
  migrations: readonly SqlMigration[],
): Promise<readonly string[]> {
  const quotedSchema = escapeIdentifier(schema);
  await client.query(`create schema if not exists ${quotedSchema}`);
  await client.query(`create table if not exists ${quotedSchema}.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const applied = await findApplied(client, quotedSchema);
  assertHistoryUnchanged(schema, applied, migrations);

  const pending = migrations.slice(applied.length);
  for (const migration of pending) {
    await applyOne(client, schema, migration);
  }
  return pending.map(({ name }) => name);
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

async function findApplied(client: ClientBase, quotedSchema: string): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select name, checksum from ${quotedSchema}.migrations order by name collate "C"`,
  );
  return rows;
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
  await client.query('begin');
  try {
    await client.query(`set local search_path to ${quotedSchema}, public`);
    await client.query(sql);
    await client.query(`insert into ${quotedSchema}.migrations (name, checksum) values ($1, $2)`, [
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new MigrationError(`${schema}: ${name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
