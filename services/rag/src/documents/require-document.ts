import { AppError, type Permission } from '@lectern/contracts';
import {
  type Access,
  covers,
  type NeededRight,
  permissionRank,
  toPermission,
} from '../access/load-access.ts';
import type { Database, DatabaseTransaction, DocumentRow } from '../database/tables.ts';

/**
 * The document's row, if the caller has this right on its collection.
 * @throws AppError `document_not_found` when it may not even be read, and `forbidden` when the
 *   right is too weak.
 */
export async function requireDocument(
  database: Database | DatabaseTransaction,
  access: Access,
  { id, permission }: NeededRight,
): Promise<DocumentRow> {
  return requireRight(await selectDocument(database, access, id).executeTakeFirst(), permission);
}

/** A document that is there, with the caller's right on its collection. */
export function selectDocument(
  database: Database | DatabaseTransaction,
  access: Access,
  id: string,
) {
  return database
    .selectFrom('rag.documents as d')
    .innerJoin('rag.collections as c', 'c.id', 'd.collection_id')
    .selectAll('d')
    .select(permissionRank(access).as('rank'))
    .where('d.id', '=', id)
    .where('d.organisation_id', '=', access.organisationId)
    .where('d.deleted_at', 'is', null);
}

/** @throws AppError as `requireDocument` does. */
export function requireRight<Row extends { readonly rank: number | null }>(
  row: Row | undefined,
  needed: Permission,
): Row {
  if (!row?.rank) throw new AppError('document_not_found');
  if (!covers(toPermission(row.rank), needed)) {
    throw new AppError('forbidden', `This needs the right to ${needed} in the collection.`);
  }
  return row;
}
