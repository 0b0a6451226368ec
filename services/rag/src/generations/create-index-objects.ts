import type { IndexedChunk } from '@lectern/retrieval';
import { toIndexText } from '../ingestion/index-text.ts';
import type { RebuildDependencies } from './rebuild-index.ts';

/** What the index is to hold of documents' active revisions, by revision. */
export async function createIndexObjects(
  { database, embedder, analyzer }: Omit<RebuildDependencies, 'index' | 'logger'>,
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
    .orderBy('revision')
    .orderBy('position')
    .execute();
  const byRevision = new Map(documents.map((document) => [document.revision ?? '', document]));
  const texts = chunks.map((chunk) =>
    toIndexText(byRevision.get(chunk.revision)?.title ?? '', chunk),
  );
  const vectors = await embedder.embedDocuments(texts);
  const objects = new Map<string, IndexedChunk[]>(revisions.map((revision) => [revision, []]));
  chunks.forEach((chunk, at) => {
    const document = byRevision.get(chunk.revision);
    if (!document) return;
    objects.get(chunk.revision)?.push({
      id: chunk.id,
      documentId: document.id,
      revision: chunk.revision,
      collectionId: document.collection_id ?? '',
      position: chunk.position,
      page: chunk.page,
      createdAtMs: document.created_at.getTime(),
      terms: analyzer.analyzeDocument(texts[at] ?? ''),
      vector: vectors[at] ?? null,
    });
  });
  return objects;
}
