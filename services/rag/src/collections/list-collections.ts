import type { CollectionList, CollectionListQuery } from '@lectern/contracts';
import { cutPage, prepared, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import { type Access, permissionRank, requireCollection } from '../access/load-access.ts';
import { nameCursorSchema } from '../database/cursor.ts';
import type { Database } from '../database/tables.ts';
import { selectCollections, toCollection } from './select-collections.ts';

/**
 * Collections that the caller may read, by name.
 * @throws AppError `collection_not_found` where the caller may not read the parent asked for, or
 *   there is none.
 */
export async function listCollections(
  database: Database,
  access: Access,
  { limit, cursor, parent_id }: CollectionListQuery,
): Promise<CollectionList> {
  if (parent_id) await requireCollection(database, access, parent_id, { permission: 'read' });
  let query = selectCollections(database, access)
    .where(sql<boolean>`${permissionRank(access)} is not null`)
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(limit + 1);
  if (parent_id) query = query.where('c.parent_id', '=', parent_id);
  if (cursor) {
    const [name, id] = readCursor(nameCursorSchema, cursor);
    query = query.where(sql<boolean>`(c.name, c.id::text) > (${name}, ${id})`);
  }
  const rows = await query.$call(prepared).execute();
  const { page, nextCursor } = cutPage(rows, limit, ({ name, id }) => [name, id]);
  return { collections: page.map(toCollection), next_cursor: nextCursor };
}
