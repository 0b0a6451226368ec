import type { Access } from '../access/load-access.ts';
import { binDocuments } from '../bin-entries/add-entries.ts';
import { trimBin } from '../bin-entries/purge.ts';
import type { Database } from '../database/tables.ts';
import { announceDeletion } from '../notifications/notify.ts';
import { publishRemoval } from '../outbox/publish-maintenance.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';
import { requireDocument } from './require-document.ts';

/**
 * Moves a document in any state to the bin. It cannot be found from the moment that this resolves.
 */
export async function deleteDocument(
  { database, quotas }: { readonly database: Database; readonly quotas: DocumentQuotas },
  access: Access,
  id: string,
): Promise<{ readonly title: string; readonly collection_id: string | null }> {
  const { title, collection_id } = await requireDocument(database, access, {
    id,
    permission: 'write',
  });
  await database.transaction().execute(async (transaction) => {
    await binDocuments(transaction, access.userId, [id]);
    await trimBin(transaction, access.organisationId, quotas);
    await publishRemoval(transaction, access.organisationId, [id]);
    if (collection_id) {
      await announceDeletion(transaction, access.organisationId, { id, collection_id });
    }
  });
  return { title, collection_id };
}
