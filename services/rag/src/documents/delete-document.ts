import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { announceDocuments } from '../events/announce.ts';
import { publishRemoval } from './publish-removal.ts';
import { requireDocument } from './require-document.ts';

/** Deletes a document in any state. It cannot be found from the moment that this resolves. */
export async function deleteDocument(
  database: Database,
  access: Access,
  id: string,
): Promise<void> {
  await requireDocument(database, access, id, 'write');
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('rag.documents')
      .set({ deleted_at: new Date(), updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await publishRemoval(transaction, access.organisationId, [id]);
    await announceDocuments(transaction, access.organisationId, [id]);
  });
}
