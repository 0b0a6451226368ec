import type { Analyzer, Embedder, HybridIndex } from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { toIndexText } from '../ingestion/index-text.ts';

export interface RebuildDependencies {
  readonly database: Database;
  readonly index: HybridIndex;
  readonly embedder: Embedder;
  readonly analyzer: Analyzer;
  readonly logger: Logger;
}

const documentsPerBatch = 50;

/**
 * Fills an index from the database: every document's active revision, in an order in which it can
 * be repeated. Documents that are in it already are written anew.
 */
export async function rebuildIndex(
  dependencies: RebuildDependencies,
): Promise<{ documents: number; chunks: number }> {
  const { database, logger } = dependencies;
  const done = { documents: 0, chunks: 0 };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const documents = await database
      .selectFrom('rag.documents')
      .select(['id', 'organisation_id', 'collection_id', 'title', 'active_revision', 'created_at'])
      .where('active_revision', 'is not', null)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(documentsPerBatch)
      .execute();
    const last = documents.at(-1);
    if (!last) break;
    after = last.id;
    for (const [organisationId, batch] of Map.groupBy(documents, (row) => row.organisation_id)) {
      done.chunks += await rebuildBatch(dependencies, organisationId, batch);
    }
    done.documents += documents.length;
    logger.info(done, 'rebuilding the index');
  }
  await dependencies.index.optimize();
  return done;
}

type IndexedDocument = {
  readonly id: string;
  readonly collection_id: string | null;
  readonly title: string;
  readonly active_revision: string | null;
  readonly created_at: Date;
};

async function rebuildBatch(
  { database, index, embedder, analyzer }: RebuildDependencies,
  organisationId: string,
  documents: readonly IndexedDocument[],
): Promise<number> {
  const byRevision = new Map(
    documents.map((document) => [document.active_revision ?? '', document]),
  );
  const chunks = await database
    .selectFrom('rag.chunks')
    .select(['id', 'revision', 'position', 'page', 'section', 'text'])
    .where('revision', 'in', [...byRevision.keys()])
    .orderBy('revision')
    .orderBy('position')
    .execute();
  const texts = chunks.map((chunk) =>
    toIndexText(byRevision.get(chunk.revision)?.title ?? '', chunk),
  );
  const vectors = await embedder.embedDocuments(texts);
  for (const { id } of documents) await index.deleteDocument(organisationId, id);
  await index.addChunks(
    organisationId,
    chunks.flatMap((chunk, at) => {
      const document = byRevision.get(chunk.revision);
      if (!document) return [];
      return {
        id: chunk.id,
        documentId: document.id,
        revision: chunk.revision,
        collectionId: document.collection_id ?? '',
        position: chunk.position,
        page: chunk.page,
        createdAtMs: document.created_at.getTime(),
        terms: analyzer.analyzeDocument(texts[at] ?? ''),
        vector: vectors[at] ?? null,
      };
    }),
  );
  return chunks.length;
}
