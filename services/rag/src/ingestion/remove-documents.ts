import type { MoveJob, RemoveJob } from '@lectern/contracts';
import type { HybridIndex } from '@lectern/retrieval';
import type { Database } from '../database/tables.ts';

export interface RemoveDependencies {
  readonly database: Database;
  readonly index: HybridIndex;
}

/**
 * Removes everything but the ids of deleted documents. Their blobs are removed by the next sweep.
 * A document in the bin only leaves the index.
 */
export async function removeDocuments(
  { database, index }: RemoveDependencies,
  { organisation_id, document_ids }: Omit<RemoveJob, 'task'>,
): Promise<void> {
  const rows = await database
    .selectFrom('rag.documents')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', document_ids)
    .where('deleted_at', 'is not', null)
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  for (const id of ids) await index.deleteDocument(organisation_id, id);
  await database
    .with('removed', (query) =>
      query
        .deleteFrom('rag.documents')
        .where('id', 'in', ids)
        .where('bin_id', 'is', null)
        // A worker may still hold it; it removes its chunks, and the reconciler retries.
        .where((where) =>
          where.or([where('claimed_until', 'is', null), where('claimed_until', '<', new Date())]),
        )
        .returning(['id', 'organisation_id', 'sha256']),
    )
    .insertInto('rag.removed_documents')
    .columns(['id', 'organisation_id', 'sha256'])
    .expression((query) => query.selectFrom('removed').select(['id', 'organisation_id', 'sha256']))
    // The first content stays: an id that an import kept must not be opened to another one.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the documents' current collections to the index. */
export async function moveDocuments(
  { database, index }: RemoveDependencies,
  { organisation_id, document_ids }: Omit<MoveJob, 'task'>,
): Promise<void> {
  const rows = await database
    .selectFrom('rag.documents')
    .select(['id', 'collection_id'])
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', document_ids)
    .where('deleted_at', 'is', null)
    .execute();
  for (const [collectionId, moved] of Map.groupBy(rows, (row) => row.collection_id)) {
    if (collectionId === null) continue;
    await index.updateCollection(
      organisation_id,
      moved.map((row) => row.id),
      collectionId,
    );
  }
}
