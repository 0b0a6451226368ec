import type { Document, UpdateDocument } from '@lectern/contracts';
import { AppError } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { type Access, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { announceDocuments } from '../notifications/notify.ts';
import { publishMove } from '../outbox/publish-maintenance.ts';
import { requireDocument } from './require-document.ts';
import { startWorkIn } from './start-work.ts';
import { toDocument } from './to-document.ts';

/**
 * Changes a document's properties or moves it. Titles are searched, so a new title needs new work;
 * the old one answers until that is done.
 */
export async function updateDocument(
  database: Database,
  access: Access,
  { id, change }: { readonly id: string; readonly change: UpdateDocument },
): Promise<Document> {
  const before = await requireDocument(database, access, { id, permission: 'write' });
  const moves = change.collection_id !== undefined && change.collection_id !== before.collection_id;
  if (moves && change.collection_id) {
    await requireCollection(database, access, { id: change.collection_id, permission: 'write' });
  }
  const { metadata, ...fields } = change;
  const row = await database
    .transaction()
    .execute(async (transaction) => {
      const changed = await transaction
        .updateTable('rag.documents')
        .set({
          ...fields,
          ...(metadata && { metadata: JSON.stringify(metadata) }),
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!changed) throw new AppError('document_not_found');
      if (moves) await publishMove(transaction, access.organisationId, [id]);
      const isRetitled = change.title !== undefined && change.title !== before.title;
      // In the same transaction, so that no crash leaves the old title's terms in the index.
      if (isRetitled) return startWorkIn(transaction, access.organisationId, { id });
      await announceDocuments(transaction, access.organisationId, [id]);
      return changed;
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('document_state_conflict', 'The collection already holds this document.', {
        cause: error,
      });
    });
  return toDocument(row);
}
