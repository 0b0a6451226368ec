import { AppError, type Document } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { announceDocuments } from '../notifications/notify.ts';
import { requireDocument } from './require-document.ts';
import { toDocument } from './to-document.ts';

/** Stops the ingestion of a document. A document in a final state stays as it is. */
export async function cancelDocument(
  database: Database,
  access: Access,
  id: string,
): Promise<Document> {
  const before = await requireDocument(database, access, { id, permission: 'write' });
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('rag.documents')
      .set({ status: 'cancelled', stage: 'cancelled', work: sql`work + 1`, updated_at: new Date() })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('status', 'in', ['queued', 'parsing', 'indexing'])
      .returningAll()
      .executeTakeFirst();
    if (row) await announceDocuments(transaction, access.organisationId, [id]);
    const current =
      row ??
      (await transaction
        .selectFrom('rag.documents')
        .selectAll()
        .where('id', '=', before.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst());
    if (!current) throw new AppError('document_not_found');
    return toDocument(current);
  });
}
