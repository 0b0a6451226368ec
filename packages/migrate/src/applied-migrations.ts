import { type ClientBase, escapeIdentifier } from 'pg';

/** A migration that was applied to a database. */
export interface AppliedMigration {
  /** File name without `.sql`. */
  readonly name: string;
  readonly checksum: string;
}

/** Returns the migrations applied to one schema, in order; empty if the schema does not exist. */
export async function findAppliedMigrations(
  client: ClientBase,
  schema: string,
): Promise<AppliedMigration[]> {
  const table = `${escapeIdentifier(schema)}.migrations`;
  const { rows: found } = await client.query('select where to_regclass($1) is not null', [table]);
  if (found.length === 0) return [];
  const { rows } = await client.query<AppliedMigration>(
    `select name, checksum from ${table} order by name collate "C"`,
  );
  return rows;
}
