import { AppError, type Collection } from '@lectern/contracts';
import type { Access } from '../access/load-access.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { selectCollections, toCollection } from './select-collections.ts';

/** @throws AppError `collection_not_found` when there is none or the caller may not read it. */
export async function getCollection(
  database: Database | DatabaseTransaction,
  access: Access,
  id: string,
): Promise<Collection> {
  const row = await selectCollections(database, access).where('c.id', '=', id).executeTakeFirst();
  if (!row?.rank) throw new AppError('collection_not_found');
  return toCollection(row);
}
