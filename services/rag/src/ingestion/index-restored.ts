import type { Embedder } from '@lectern/retrieval';
import { sql } from 'kysely';
import type { Database, DocumentRow } from '../database/tables.ts';
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
    for (const row of rows) await writeAnew(dependencies, row);
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

/** A document of a bundle brings vectors, which are used if the model is the same. */
async function writeAnew(
  dependencies: IngestDependencies,
  { id, active_revision: revision }: DocumentRow,
): Promise<void> {
  const { database, embedder } = dependencies;
  const vectors = revision ? await findImportedVectors(database, embedder, revision) : undefined;
  const writing = vectors
    ? { ...dependencies, embedder: { embedDocuments: async () => vectors } }
    : dependencies;
  let left: readonly string[] = [id];
  while (left.length > 0) left = await writeWithVectorsIfPossible(writing, left);
  if (revision) {
    await database.deleteFrom('rag.imported_vectors').where('revision', '=', revision).execute();
  }
}

async function findImportedVectors(
  database: Database,
  { id, dimensions }: Pick<Embedder, 'id' | 'dimensions'>,
  revision: string,
): Promise<Float32Array[] | undefined> {
  const row = await database
    .selectFrom('rag.imported_vectors')
    .select('vectors')
    .where('revision', '=', revision)
    .where('embedding_model', '=', id)
    .where('dimensions', '=', dimensions)
    .executeTakeFirst();
  if (!row) return undefined;
  const { vectors } = row;
  return Array.from({ length: vectors.length / (dimensions * 4) }, (_, at) =>
    Float32Array.from({ length: dimensions }, (__, place) =>
      vectors.readFloatLE((at * dimensions + place) * 4),
    ),
  );
}
