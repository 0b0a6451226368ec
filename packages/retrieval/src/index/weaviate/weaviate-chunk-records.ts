import { v5 } from 'uuid';
import type { ChunkReference, IndexedChunk } from '../hybrid-index.ts';
import type { ChunkProperties } from './weaviate-schema.ts';

const namespace = '6f3a1c52-9d0e-4f4b-8b57-1f2f6c0f9a11';

/**
 * Returns the object of a chunk. The same chunk has the same id, so a repeated write changes
 * nothing.
 */
export function chunkToObject(chunk: IndexedChunk) {
  const hasDirection = chunk.vector?.some((value) => value !== 0) ?? false;
  const properties: ChunkProperties = {
    chunk_id: chunk.id,
    document_id: chunk.documentId,
    revision: chunk.revision,
    collection_id: chunk.collectionId,
    position: chunk.position,
    ...(chunk.page !== null && { page: chunk.page }),
    created_at_ms: chunk.createdAtMs,
    terms: chunk.terms.join(' '),
    has_vector: hasDirection,
  };
  return {
    id: v5(chunk.id, namespace),
    properties,
    ...(hasDirection && { vectors: Array.from(chunk.vector ?? []) }),
  };
}

export function toReference(
  properties: Pick<ChunkProperties, 'chunk_id' | 'document_id' | 'revision'>,
): ChunkReference {
  return {
    chunkId: properties.chunk_id,
    documentId: properties.document_id,
    revision: properties.revision,
  };
}
