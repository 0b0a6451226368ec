import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddingUnavailableError, type HybridIndex } from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { noticeMs } from './active-index.ts';
import { createIndexObjects, type IndexObjectDependencies } from './create-index-objects.ts';
import { removeUnknownRevisions } from './remove-unknown-revisions.ts';
import { expectVectors } from './store-vectors.ts';

export interface WriteDependencies extends IndexObjectDependencies {
  readonly index: HybridIndex;
}

export interface RebuildDependencies extends WriteDependencies {
  readonly logger: Logger;
}

export interface RebuildProgress {
  /** Documents written. */
  readonly done: number;
  /** Documents at the start. */
  readonly total: number;
}

export interface RebuildOptions {
  readonly signal?: AbortSignal;
  /** Called after each batch of documents. */
  readonly onProgress?: (progress: RebuildProgress) => Promise<void>;
}

/** Time for searches that began before the mark was noticed to read the index. */
const maxRecallMs = 1_000;
const documentsPerBatch = 50;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Fills an index from the database with every document's active revision. The index is marked
 * incomplete until the end, so that it is not searched meanwhile; documents may be ingested, moved
 * and deleted. An interrupted rebuild restarts.
 */
export async function rebuildIndex(
  dependencies: RebuildDependencies,
  { signal, onProgress }: RebuildOptions = {},
): Promise<RebuildProgress> {
  const { database, index, logger } = dependencies;
  await closeToSearches(index, signal);
  const total = await countDocuments(database);
  let done = 0;
  let ids = await listDocuments(database, firstId);
  while (ids.length > 0) {
    signal?.throwIfAborted();
    await rebuildDocuments(dependencies, ids);
    done += ids.length;
    logger.info({ done, total }, 'rebuilding the index');
    await onProgress?.({ done, total });
    ids = await listDocuments(database, ids.at(-1) ?? firstId);
  }
  await removeUnknownRevisions(database, index);
  await index.optimize();
  await index.markComplete(true);
  return { done, total };
}

/** Marks the index incomplete and waits until no search reads it. */
async function closeToSearches(index: HybridIndex, signal: AbortSignal | undefined): Promise<void> {
  await index.markComplete(false);
  await delay(noticeMs + maxRecallMs, undefined, { signal });
}

async function countDocuments(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('rag.documents')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('active_revision', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function listDocuments(database: Database, after: string): Promise<string[]> {
  const rows = await database
    .selectFrom('rag.documents')
    .select('id')
    .where('active_revision', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(documentsPerBatch)
    .execute();
  return rows.map(({ id }) => id);
}

async function rebuildDocuments(
  dependencies: RebuildDependencies,
  ids: readonly string[],
): Promise<void> {
  let left = ids;
  while (left.length > 0) left = await writeWithVectorsIfPossible(dependencies, left);
}

/** Without the embedding model an index for keyword search is better than none. */
export async function writeWithVectorsIfPossible(
  dependencies: WriteDependencies,
  ids: readonly string[],
): Promise<string[]> {
  try {
    return await writeDocuments(dependencies, ids);
  } catch (error) {
    if (!(error instanceof EmbeddingUnavailableError)) throw error;
    const changed = await writeDocuments({ ...dependencies, embedder: undefined }, ids);
    await expectVectors(dependencies.database, ids);
    return changed;
  }
}

/**
 * Writes documents to the index, and returns those that changed while their vectors were made. The
 * rows are locked during the write, so that no other revision can become active meanwhile.
 */
export async function writeDocuments(
  dependencies: WriteDependencies,
  ids: readonly string[],
): Promise<string[]> {
  const { database, index } = dependencies;
  const prepared = await createIndexObjects(dependencies, ids);
  return database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('rag.documents')
      .select(['id', 'organisation_id', 'collection_id', 'active_revision'])
      .where('id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const unchanged = rows.filter(
      (row) => row.active_revision !== null && prepared.has(row.active_revision),
    );
    for (const [organisationId, group] of Map.groupBy(unchanged, (row) => row.organisation_id)) {
      await Promise.all(
        group.map((row) => index.deleteRevision(organisationId, row.id, row.active_revision ?? '')),
      );
      const objects = group.flatMap((row) =>
        (prepared.get(row.active_revision ?? '') ?? []).map((object) => ({
          ...object,
          collectionId: row.collection_id ?? '',
        })),
      );
      await index.addChunks(organisationId, objects);
    }
    return rows.filter((row) => !unchanged.includes(row)).map(({ id }) => id);
  });
}
