import { AppError, type Collection } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { type ShownCollection, selectCollections, toCollection } from './select-collections.ts';

/**
 * Returns a collection.
 * @throws AppError `collection_not_found` if it does not exist or is not readable.
 */
export async function getCollection(
  database: Database | DatabaseTransaction,
  access: Access,
  id: string,
): Promise<Collection> {
  const { rows } =
    await sql<ShownCollection>`${selectCollections(access)} and c.id = ${id}`.execute(database);
  const [row] = rows;
  if (!row?.rank) throw new AppError('collection_not_found');
  return toCollection(row);
}
