import type { PageQuery } from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { cutBySize } from './cut-by-size.ts';
import type { Database } from './tables.ts';

export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

export interface PagedSelect<Row> {
  /** A query without order and limit. */
  // biome-ignore lint/suspicious/noExplicitAny: a query over any tables.
  readonly query: SelectQueryBuilder<any, any, Row>;
  /** Columns that define a total order, with the schema of their value in a cursor. */
  readonly order: Readonly<Record<string, z.ZodType<string>>>;
  readonly descending?: boolean;
  /** True for rows with a `size`, of which a page ends early where they have many values. */
  readonly isSized?: boolean;
}

/** @throws AppError `invalid_request` for a cursor of another list. */
export async function listPage<Row extends object>(
  database: Database,
  { query, order, descending = false, isSized = false }: PagedSelect<Row>,
  { limit, cursor }: PageQuery,
): Promise<Page<Row>> {
  const columns = Object.keys(order);
  const position = cursor === undefined ? undefined : readCursor(z.strictObject(order), cursor);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const after = position
    ? sql`where (${names}) ${sql.raw(descending ? '<' : '>')} (${sql.join(columns.map((column) => position[column]))})`
    : sql``;
  const directions = sql.join(
    columns.map((column) => sql`${sql.ref(column)} ${sql.raw(descending ? 'desc' : 'asc')}`),
  );
  const { rows } = await sql<Row>`
    select * from ${query} as listed ${after} order by ${directions} limit ${limit + 1}`.execute(
    database,
  );
  const fitting = isSized
    ? cutBySize(rows.slice(0, limit) as (Row & { readonly size: number })[]).length
    : limit;
  const { page, nextCursor } = cutPage(rows, fitting, (row) =>
    Object.fromEntries(columns.map((column) => [column, row[column as keyof Row]])),
  );
  return { items: [...page], nextCursor };
}
