import type { BinList, BinListQuery } from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import { type ShownEntry, selectEntries, toBinEntry } from '../bin-entries/select-entries.ts';
import { fromMicroseconds, timeCursorSchema } from '../database/cursor.ts';
import type { Database } from '../database/tables.ts';

/** Lists the entries that the caller may restore, newest first. */
export async function listBin(
  database: Database,
  access: Access,
  { limit, cursor, kind }: BinListQuery,
): Promise<BinList> {
  const [deletedUs, id] = cursor ? readCursor(timeCursorSchema, cursor) : [];
  const ofKind = kind ? sql`and e.kind = ${kind}` : sql``;
  const after = id
    ? sql`and (e.deleted_at, e.id) < (${fromMicroseconds(deletedUs)}, ${id}::uuid)`
    : sql``;
  const { rows } = await sql<ShownEntry>`
    ${selectEntries(access)} ${ofKind} ${after}
    order by e.deleted_at desc, e.id desc limit ${limit + 1}`.execute(database);
  const { page, nextCursor } = cutPage(rows, limit, (row) => [row.deleted_us, row.id]);
  return { entries: page.map(toBinEntry), next_cursor: nextCursor };
}
