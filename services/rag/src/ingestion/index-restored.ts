import { sql } from 'kysely';
import type { DocumentRow } from '../database/tables.ts';
import { writeDocuments, writeWithVectorsIfPossible } from '../index-versions/rebuild-index.ts';
import { expectVectors } from '../index-versions/store-vectors.ts';
import { announceDocuments } from '../notifications/notify.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';

/**
 * Writes the chunks of documents that were restored from the bin to the index, then gives the
 * documents their former status. While another model's index is built they get no vectors, which
 * the build makes.
 */
export async function indexRestored(
  dependencies: IngestDependencies,
  claimId: string,
  rows: readonly DocumentRow[],
): Promise<void> {
  const { database, index } = dependencies;
  const [first] = rows;
  if (!first) return;
  const ids = rows.map(({ id }) => id);
  const isWritten =
    !(await index.follow()) &&
    (await index.beforeSwitch(async () => {
      await writeDocuments({ ...dependencies, embedder: undefined }, ids);
      await expectVectors(database, ids);
    }));
  if (!isWritten) {
    let left: readonly string[] = ids;
    while (left.length > 0) left = await writeWithVectorsIfPossible(dependencies, left);
  }
  const { rows: done } = await sql<{ id: string }>`
    update rag.documents
    set status = restored_status, stage = restored_status, restored_status = null,
      stage_done = chunk_count, stage_total = chunk_count, updated_at = now()
    where id in (
        select id from rag.documents where id = any(${ids}::uuid[])
        order by id for no key update)
      and claimed_by = ${claimId} and status = 'parsing' and restored_status is not null
      and deleted_at is null
    returning id`.execute(database);
  await announceDocuments(
    database,
    first.organisation_id,
    done.map(({ id }) => id),
  );
}
