import type { Analyzer, Embedder, IndexedChunk } from '@lectern/retrieval';
import type { DocumentRow } from '../database/tables.ts';
import { toIndexText, toKeywordText } from './index-text.ts';

/** A chunk with the properties of its document that the index needs. */
export interface ChunkToIndex {
  readonly id: string;
  readonly position: number;
  readonly page: number | null;
  readonly section: readonly string[];
  readonly text: string;
  readonly revision: string;
  /** Title of the revision: the document's row may still have the previous one. */
  readonly title: string;
  readonly document: Pick<DocumentRow, 'id' | 'collection_id' | 'created_at'>;
}

export interface IndexedChunkDependencies {
  readonly analyzer: Analyzer;
  /** Absent: the chunks have no vectors and are found only by keyword. */
  readonly embedder?: Pick<Embedder, 'embedDocuments'> | undefined;
  /** Vectors that are known already, by chunk. */
  readonly vectors?: ReadonlyMap<string, Float32Array> | undefined;
  /** Runs embedding and analysis, to measure each. */
  readonly time?: <Result>(
    stage: 'embed' | 'analyze',
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/**
 * Creates the index objects of chunks, in their order. Used by both ingestion and rebuilding, so
 * that a rebuilt index equals the lost one.
 * @throws EmbeddingUnavailableError if the vectors cannot be made.
 */
export async function createIndexedChunks(
  { analyzer, embedder, vectors: known, time = (_stage, work) => work() }: IndexedChunkDependencies,
  chunks: readonly ChunkToIndex[],
): Promise<IndexedChunk[]> {
  const unknown = chunks.filter(({ id }) => !known?.has(id));
  const texts = unknown.map((chunk) => toIndexText(chunk.title, chunk));
  const made =
    embedder && texts.length > 0 ? await time('embed', () => embedder.embedDocuments(texts)) : [];
  const vectors = new Map(unknown.map(({ id }, at) => [id, made[at]]));
  const terms = await time('analyze', async () =>
    chunks.map((chunk) => analyzer.indexDocument(toKeywordText(chunk.title, chunk))),
  );
  return chunks.map(({ id, position, page, revision, document }, at) => ({
    id,
    documentId: document.id,
    revision,
    collectionId: document.collection_id ?? '',
    position,
    page,
    createdAtMs: document.created_at.getTime(),
    terms: terms[at] ?? [],
    vector: known?.get(id) ?? vectors.get(id) ?? null,
  }));
}
