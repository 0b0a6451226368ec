import type { MoveJob, RemoveJob } from '@lectern/contracts';
import type { HybridIndex } from '@lectern/retrieval';
import type { Database } from '../database/tables.ts';

/** A restore waits for so many deletions from the index. */
const lockedAtOnce = 20;

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
  for (let from = 0; from < document_ids.length; from += lockedAtOnce) {
    const ids = document_ids.slice(from, from + lockedAtOnce);
    await removeLocked({ database, index }, organisation_id, ids);
  }
}

/** Locks the rows: what is restored meanwhile must neither go nor leave the index. */
async function removeLocked(
  { database, index }: RemoveDependencies,
  organisationId: string,
  documentIds: readonly string[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('rag.documents')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', [...documentIds])
      .where('deleted_at', 'is not', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.id);
    for (const id of ids) await index.deleteDocument(organisationId, id);
    await transaction
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
      .expression((query) =>
        query.selectFrom('removed').select(['id', 'organisation_id', 'sha256']),
      )
      // The first content stays: an id that an import kept must not be opened to another one.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
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
