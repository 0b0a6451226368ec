import { binDocuments } from '../bin-entries/add-entries.ts';
import { trimBin } from '../bin-entries/purge.ts';
import type { Database, SourceEntryRow, SourceRow } from '../database/tables.ts';
import { announceDeletion } from '../notifications/notify.ts';
import { publishRemoval } from '../outbox/publish-maintenance.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';

const entriesAtOnce = 500;

export interface EntriesToRemove {
  readonly source: Pick<SourceRow, 'id' | 'organisation_id'>;
  /** The run that counts the removals. */
  readonly runId?: string;
  /** Person to whom the bin ascribes the removals. */
  readonly deletedBy: string;
  readonly entries: readonly Pick<SourceEntryRow, 'key'>[];
}

/**
 * Removes entries, and moves the documents that the source brought for them to the bin. A document
 * whose content a person replaced stays.
 */
export async function removeEntries(
  { database, quotas }: { readonly database: Database; readonly quotas: DocumentQuotas },
  { source, runId, deletedBy, entries }: EntriesToRemove,
): Promise<void> {
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    const keys = entries.slice(from, from + entriesAtOnce).map(({ key }) => key);
    await database.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('rag.source_entries')
        .where('source_id', '=', source.id)
        .where('key', 'in', keys)
        .returning(['document_id', 'sha256'])
        .execute();
      const shas = new Map(removed.map((row) => [row.document_id, row.sha256]));
      const ids = [...shas.keys()].filter((id) => id !== null);
      const rows = ids.length
        ? await transaction
            .selectFrom('rag.documents')
            .select(['id', 'collection_id', 'sha256'])
            .where('id', 'in', ids)
            .where('organisation_id', '=', source.organisation_id)
            .where('deleted_at', 'is', null)
            .orderBy('id')
            .forUpdate()
            .execute()
        : [];
      const own = rows.filter(({ id, sha256 }) => shas.get(id) === sha256);
      if (own.length > 0) {
        const ownIds = own.map(({ id }) => id);
        await binDocuments(transaction, deletedBy, ownIds);
        await trimBin(transaction, source.organisation_id, quotas);
        await publishRemoval(transaction, source.organisation_id, ownIds);
        for (const { id, collection_id } of own) {
          if (!collection_id) continue;
          await announceDeletion(transaction, source.organisation_id, { id, collection_id });
        }
      }
      if (runId === undefined) return;
      await transaction
        .updateTable('rag.source_runs')
        .set(({ eb }) => ({ removed: eb('removed', '+', removed.length), updated_at: new Date() }))
        .where('id', '=', runId)
        .execute();
    });
  }
}
