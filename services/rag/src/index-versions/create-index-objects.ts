import type { Analyzer, Embedder, IndexedChunk } from '@lectern/retrieval';
import type { Database } from '../database/tables.ts';
import { createIndexedChunks } from '../revisions/create-indexed-chunks.ts';

export interface IndexObjectDependencies {
  readonly database: Database;
  /** Absent: the objects have no vectors. */
  readonly embedder?: Pick<Embedder, 'embedDocuments'> | undefined;
  readonly analyzer: Analyzer;
  /** Vectors of unchanged chunks, by their ids. */
  readonly vectors?: ReadonlyMap<string, Float32Array>;
}

/** Creates the index objects of documents' active revisions, by revision. */
export async function createIndexObjects(
  { database, ...dependencies }: IndexObjectDependencies,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly IndexedChunk[]>> {
  const documents = await database
    .selectFrom('rag.documents')
    .select(['id', 'collection_id', 'title', 'active_revision as revision', 'created_at'])
    .where('id', 'in', [...documentIds])
    .where('active_revision', 'is not', null)
    .execute();
  const revisions = documents.flatMap(({ revision }) => revision ?? []);
  if (revisions.length === 0) return new Map();
  const chunks = await database
    .selectFrom('rag.chunks')
    .select(['id', 'revision', 'position', 'page', 'section', 'text'])
    .where('revision', 'in', revisions)
    .where('hidden', '=', false)
    .orderBy('revision')
    .orderBy('position')
    .execute();
  const byRevision = new Map(documents.map((document) => [document.revision, document]));
  const objects = await createIndexedChunks(
    dependencies,
    chunks.flatMap((chunk) => {
      const document = byRevision.get(chunk.revision);
      return document ? [{ ...chunk, title: document.title, document }] : [];
    }),
  );
  const groups = Map.groupBy(objects, ({ revision }) => revision);
  return new Map(revisions.map((revision) => [revision, groups.get(revision) ?? []]));
}
