import type { CollectionList, CollectionListQuery } from '@lectern/contracts';
import { prepared } from '@lectern/service';
import { sql } from 'kysely';
import { type Access, permissionRank } from '../access/load-access.ts';
import { decodeCursor, encodeCursor } from '../database/cursor.ts';
import type { Database } from '../database/tables.ts';
import { selectCollections, toCollection } from './select-collections.ts';

/** Collections that the caller may read, by name. */
export async function listCollections(
  database: Database,
  access: Access,
  { limit, cursor, parent_id }: CollectionListQuery,
): Promise<CollectionList> {
  let query = selectCollections(database, access)
    .where(sql<boolean>`${permissionRank(access)} is not null`)
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(limit + 1);
  if (parent_id) query = query.where('c.parent_id', '=', parent_id);
  if (cursor) {
    const { sortValue, id } = decodeCursor(cursor);
    query = query.where(sql<boolean>`(c.name, c.id::text) > (${sortValue}, ${id})`);
  }
  const rows = await query.$call(prepared).execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    collections: page.map(toCollection),
    next_cursor: rows.length > limit && last ? encodeCursor(last.name, last.id) : null,
  };
}
