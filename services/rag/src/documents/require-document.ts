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
 * Returns the document's row if the caller has this right on its collection.
 * @throws AppError `document_not_found` if it is not readable, `forbidden` if the right is too
 *   weak.
 */
export async function requireDocument(
  database: Database | DatabaseTransaction,
  access: Access,
  { id, permission }: NeededRight,
): Promise<DocumentRow> {
  return requireRight(await selectDocument(database, access, id).executeTakeFirst(), permission);
}

/** Selects an existing document with the caller's right on its collection. */
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

/**
 * Checks the right on a selected row.
 * @throws AppError as `requireDocument` does.
 */
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
