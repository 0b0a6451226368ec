import { configure, dataType, tokenization, type WeaviateClient } from './weaviate-client.ts';

/** As in LanceDB, so that both rank alike. */
const BM25 = { k1: 1.2, b: 0.75 };

/** Weaviate's property names. They hold no text: only terms and what is filtered on. */
export type ChunkProperties = {
  chunk_id: string;
  document_id: string;
  revision: string;
  collection_id: string;
  position: number;
  page?: number;
  created_at_ms: number;
  terms: string;
};

/** Creates a generation's collection if it is not there: vectors are ours, nothing is guessed. */
export async function createMissingCollection(client: WeaviateClient, name: string): Promise<void> {
  if (await client.collections.exists(name)) return;
  try {
    await client.collections.create({
      name,
      multiTenancy: configure.multiTenancy({ enabled: true, autoTenantCreation: true }),
      invertedIndex: configure.invertedIndex({
        bm25k1: BM25.k1,
        bm25b: BM25.b,
        stopwordsPreset: 'none',
      }),
      vectorizers: configure.vectors.selfProvided({
        quantizer: configure.vectorIndex.quantizer.none(),
        vectorIndexConfig: configure.vectorIndex.hnsw({ distanceMetric: 'cosine' }),
      }),
      properties: [
        stored('chunk_id', dataType.TEXT),
        exact('document_id'),
        exact('revision'),
        exact('collection_id'),
        stored('position', dataType.INT),
        { ...stored('page', dataType.INT), indexFilterable: true, indexRangeFilters: true },
        stored('created_at_ms', dataType.NUMBER),
        { ...stored('terms', dataType.TEXT), ...termsIndex },
      ],
    });
  } catch (error) {
    // Another worker was faster.
    if (!(await client.collections.exists(name))) throw error;
  }
}

/** Terms come ready from the analyser: the index splits at spaces and changes nothing. */
const termsIndex = { indexSearchable: true, tokenization: tokenization.WHITESPACE };

function stored<Type extends string>(name: string, type: Type) {
  return { name, dataType: type, indexFilterable: false, indexSearchable: false };
}

function exact(name: string) {
  return {
    ...stored(name, dataType.TEXT),
    indexFilterable: true,
    tokenization: tokenization.FIELD,
  };
}
