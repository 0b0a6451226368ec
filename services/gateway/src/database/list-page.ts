import type { PageQuery } from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import type { Pool, QueryResultRow } from 'pg';
import { z } from 'zod';

export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

export interface PagedSelect {
  /** A whole `select` without order. */
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Its columns that put the rows in order and tell each apart, with what a cursor holds of them. */
  readonly order: Readonly<Record<string, z.ZodType<string>>>;
  readonly descending?: boolean;
}

/** @throws AppError `invalid_request` for a cursor of another list. */
export async function listPage<Row extends QueryResultRow>(
  pool: Pool,
  { sql, values, order, descending = false }: PagedSelect,
  { limit, cursor }: PageQuery,
): Promise<Page<Row>> {
  const columns = Object.keys(order);
  const place = cursor === undefined ? undefined : readCursor(z.strictObject(order), cursor);
  const after = place ? columns.map((column) => place[column]) : [];
  const places = after.map((_, index) => `$${values.length + index + 1}`);
  const { rows } = await pool.query<Row>(
    `select * from (${sql}) as listed
     ${after.length > 0 ? `where (${columns.join()}) ${descending ? '<' : '>'} (${places.join()})` : ''}
     order by ${columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`).join()}
     limit ${limit + 1}`,
    [...values, ...after],
  );
  const { page, nextCursor } = cutPage(rows, limit, (row) =>
    Object.fromEntries(columns.map((column) => [column, row[column]])),
  );
  return { items: [...page], nextCursor };
}
