import { type ClientBase, escapeIdentifier } from 'pg';
import { BundleError } from '../bundle-error.ts';
import { type CarriedTable, leftTables } from '../site-tables.ts';

export interface TableColumns {
  /** With its schema. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** `"auth"."user"` */
export function quoteTable(name: string): string {
  return name.split('.').map(escapeIdentifier).join('.');
}

/** Archived columns of each table, in the table's order. */
export async function describeTables(
  client: ClientBase,
  tables: readonly CarriedTable[],
): Promise<TableColumns[]> {
  const described: TableColumns[] = [];
  for (const { name, without = [] } of tables) {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       order by attnum`,
      [quoteTable(name)],
    );
    const columns = rows.map((row) => row.name).filter((column) => !without.includes(column));
    described.push({ name, columns });
  }
  return described;
}

/** Rejects tables that are neither archived nor excluded. */
export async function assertTablesListed(
  client: ClientBase,
  schemas: readonly string[],
  carried: readonly CarriedTable[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname = any ($1) and tablename <> 'migrations' order by 1`,
    [schemas],
  );
  const listed = new Set([...carried.map(({ name }) => name), ...Object.keys(leftTables)]);
  const unknown = rows.map(({ name }) => name).filter((name) => !listed.has(name));
  if (unknown.length === 0) return;
  throw new BundleError(
    `Nothing says whether an archive holds ${unknown.join(', ')}: packages/bundles/src/site-tables.ts lists every table.`,
  );
}

/** The first of the tables that has rows. */
export async function findFilledTable(
  client: ClientBase,
  tables: readonly Pick<CarriedTable, 'name'>[],
): Promise<string | undefined> {
  for (const { name } of tables) {
    const table = quoteTable(name);
    const { rows } = await client.query('select where to_regclass($1) is not null', [table]);
    if (rows.length === 0) continue;
    const { rows: filled } = await client.query(`select from ${table} limit 1`);
    if (filled.length > 0) return name;
  }
  return undefined;
}
