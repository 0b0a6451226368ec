import { AppError } from '@lectern/contracts';
import { type Access, requireCollection } from '../access/load-access.ts';
import { binCollection } from '../bin-entries/add-entries.ts';
import { trimBin } from '../bin-entries/purge.ts';
import type { Database } from '../database/tables.ts';
import { describeDeletedCollections } from '../notifications/deleted-collections.ts';
import { announceDeletedCollections } from '../notifications/notify.ts';
import { publishRemoval } from '../outbox/publish-maintenance.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';
import { lockTree } from './collection-tree.ts';

export interface DeletedCollection {
  readonly name: string;
  readonly documents: number;
}

/**
 * Moves a collection, its descendants and all their documents to the bin. None of it is found
 * afterwards.
 */
export async function deleteCollection(
  { database, quotas }: { readonly database: Database; readonly quotas: DocumentQuotas },
  access: Access,
  id: string,
): Promise<DeletedCollection> {
  await requireCollection(database, access, { id, permission: 'manage' });
  return database.transaction().execute(async (transaction) => {
    await lockTree(transaction, access.organisationId);
    const documents = await binCollection(transaction, access, id);
    await publishRemoval(transaction, access.organisationId, documents);
    const deleted = await describeDeletedCollections(transaction, id);
    const row = await transaction
      .deleteFrom('rag.collections')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw new AppError('collection_not_found');
    await trimBin(transaction, access.organisationId, quotas);
    await announceDeletedCollections(transaction, access.organisationId, deleted);
    return { name: row.name, documents: documents.length };
  });
}
