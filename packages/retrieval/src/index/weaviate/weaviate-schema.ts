import { IndexUnavailableError } from '../index-errors.ts';
import { configure, dataType, tokenization, type WeaviateClient } from './weaviate-client.ts';

/** Equal to LanceDB's, so that both rank alike. */
const bm25 = { k1: 1.2, b: 0.75 };

/** Properties of a Weaviate object. They contain no text: only terms and filter properties. */
export type ChunkProperties = {
  chunk_id: string;
  document_id: string;
  revision: string;
  collection_id: string;
  position: number;
  page?: number;
  created_at_ms: number;
  terms: string;
  has_vector: boolean;
};

/** Marks collections of this shape. */
const newestProperty: keyof ChunkProperties = 'has_vector';

/**
 * A dense search with a filter that matches fewer chunks compares each of them, so it is exact:
 * about 3 CPU milliseconds for 6,000 vectors of 256, as much as a walk of the graph. Above, and
 * without a filter, Weaviate walks its graph, which many equal vectors can split.
 */
const minChunksOfGraph = 6_000;

/**
 * Creates an index version's collection if it is missing: vectors are given, nothing is inferred.
 * One of another shape, or with another number of copies, is recreated; without its mark it is
 * incomplete.
 * @throws IndexUnavailableError when there are fewer nodes than copies; the existing collection
 *   stays.
 */
export async function createMissingCollection(
  client: WeaviateClient,
  name: string,
  replicationFactor: number | undefined,
): Promise<void> {
  const { collections } = client;
  if (await collections.exists(name)) {
    const { properties, replication } = await collections.use(name).config.get();
    const isNewest = properties.some((property) => property.name === newestProperty);
    const { factor } = replication;
    if (isNewest && factor === (replicationFactor ?? factor)) return;
    await checkNodes(client, replicationFactor);
    await collections.delete(name);
  }
  try {
    await collections.create({
      name,
      multiTenancy: configure.multiTenancy({ enabled: true, autoTenantCreation: true }),
      // A chunk that was deleted while a node was away stays deleted when it is back.
      replication: configure.replication({
        ...(replicationFactor && { factor: replicationFactor }),
        deletionStrategy: 'TimeBasedResolution',
      }),
      invertedIndex: configure.invertedIndex({
        bm25k1: bm25.k1,
        bm25b: bm25.b,
        stopwordsPreset: 'none',
      }),
      vectorizers: configure.vectors.selfProvided({
        quantizer: configure.vectorIndex.quantizer.none(),
        vectorIndexConfig: configure.vectorIndex.hnsw({
          distanceMetric: 'cosine',
          flatSearchCutoff: minChunksOfGraph,
        }),
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
        { ...stored('has_vector', dataType.BOOLEAN), indexFilterable: true },
      ],
    });
  } catch (error) {
    // Another worker created it first.
    if (!(await collections.exists(name))) throw error;
  }
}

async function checkNodes(client: WeaviateClient, copies = 1): Promise<void> {
  const { length } = await client.cluster.nodes();
  if (length >= copies) return;
  throw new IndexUnavailableError(
    `Weaviate has ${length} nodes, fewer than the ${copies} configured copies of each chunk.`,
  );
}

/** Terms come from the analyser: the index splits at spaces and changes nothing. */
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
