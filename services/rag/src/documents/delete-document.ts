import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { announceDeletion } from '../notifications/notify.ts';
import { publishRemoval } from '../outbox/publish-maintenance.ts';
import { requireDocument } from './require-document.ts';

/** Deletes a document in any state. It cannot be found from the moment that this resolves. */
export async function deleteDocument(
  database: Database,
  access: Access,
  id: string,
): Promise<{ readonly title: string; readonly collection_id: string | null }> {
  const { title, collection_id } = await requireDocument(database, access, {
    id,
    permission: 'write',
  });
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('rag.documents')
      .set({ deleted_at: new Date(), updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await publishRemoval(transaction, access.organisationId, [id]);
    if (collection_id) {
      await announceDeletion(transaction, access.organisationId, { id, collection_id });
    }
  });
  return { title, collection_id };
}
