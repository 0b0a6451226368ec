import type { CollectionList, CollectionListQuery } from '@lectern/contracts';
import { cutPage, preparedMark, readCursor } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import { type Access, permissionRank, requireCollection } from '../access/load-access.ts';
import { nameCursorSchema } from '../database/cursor.ts';
import type { Database } from '../database/tables.ts';
import { type ShownCollection, selectCollections, toCollection } from './select-collections.ts';

/**
 * Lists the readable collections by name.
 * @throws AppError `collection_not_found` if the parent does not exist or is not readable.
 */
export async function listCollections(
  database: Database,
  access: Access,
  { limit, cursor, parent_id }: CollectionListQuery,
): Promise<CollectionList> {
  if (parent_id) await requireCollection(database, access, { id: parent_id, permission: 'read' });
  const below = parent_id ? sql`and c.parent_id = ${parent_id}` : sql``;
  const { rows } = await sql<ShownCollection>`${selectCollections(access)}
    and ${permissionRank(access)} is not null ${below} ${after(cursor)}
    order by c.name, c.id
    limit ${limit + 1} ${sql.raw(preparedMark)}`.execute(database);
  const { page, nextCursor } = cutPage(rows, limit, ({ name, id }) => [name, id]);
  return { collections: page.map(toCollection), next_cursor: nextCursor };
}

function after(cursor: string | undefined): RawBuilder<unknown> {
  if (!cursor) return sql``;
  const [name, id] = readCursor(nameCursorSchema, cursor);
  return sql`and (c.name, c.id::text) > (${name}, ${id})`;
}
