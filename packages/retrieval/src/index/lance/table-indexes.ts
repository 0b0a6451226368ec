import { Index, type Table } from './lancedb.ts';

export const termsIndexName = 'terms_idx';
const vectorIndex = 'vector_idx';
const shortIndexType = 'IVF_RQ';

/** Below this a flat scan is as fast. */
const minIndexedVectors = 1_000;
/** Small enough that partitions are searched side by side, large enough that there are few. */
const vectorsPerPartition = 8_192;
/** Up to here vectors are kept whole; above, their memory and the work of a search would be too much. */
const defaultMaxWholeVectors = 160_000;
/**
 * Bits of a coordinate of a shortened vector. The first ten hits by the codes alone are .98 of those
 * of an exact search, by 5 bits .95 and by 4 bits .94, for the same work.
 */
const codeBits = 7;
/** What the codes need vectors' length to be a multiple of. */
const codeBlock = 8;
/** Each `optimize` adds a small part to the vector index; a search reads them all. */
const maxVectorIndexParts = 4;
/** Readers that started on an old version have this long to end. */
const oldVersionsKeptMs = 120_000;

/** Creates the indexes that a table has from its first row on, where they are missing. */
export async function createMissingIndexes(table: Table): Promise<void> {
  const present = new Set((await table.listIndices()).flatMap(({ columns }) => columns));
  if (!present.has('terms')) {
    await table.createIndex('terms', { name: termsIndexName, config: termsIndex() });
  }
  if (!present.has('collection_id')) {
    await table.createIndex('collection_id', { config: Index.bitmap() });
  }
  if (!present.has('document_id')) {
    await table.createIndex('document_id', { config: Index.btree() });
  }
}

/** Joins small files, brings all indexes up to date and removes old versions. */
export async function optimizeTable(table: Table, options: OptimizeOptions = {}): Promise<void> {
  await table.optimize({ cleanupOlderThan: new Date(Date.now() - oldVersionsKeptMs) });
  await rebuildVectorIndexIfWorthwhile(table, options);
}

/** Whether the vector index holds its vectors in a short form alone. */
export async function hasShortVectors(table: Table): Promise<boolean> {
  return (await table.indexStats(vectorIndex))?.indexType === shortIndexType;
}

/** Whether rows were added since the table was last optimised: each search goes through them all. */
export async function hasUnindexedRows(table: Table): Promise<boolean> {
  const stats = await table.indexStats(termsIndexName);
  return stats !== undefined && stats.numUnindexedRows > 0;
}

/** Terms come ready from the analyser: the index splits at spaces and changes nothing. */
function termsIndex(): Index {
  return Index.fts({
    baseTokenizer: 'whitespace',
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
    withPosition: false,
    maxTokenLength: 256,
  });
}

export interface OptimizeOptions {
  /** Of a table; more of them are indexed in a short form. */
  readonly maxWholeVectors?: number;
}

async function rebuildVectorIndexIfWorthwhile(
  table: Table,
  { maxWholeVectors = defaultMaxWholeVectors }: OptimizeOptions,
): Promise<void> {
  const stats = await table.indexStats(vectorIndex);
  const vectorCount = stats
    ? stats.numIndexedRows + stats.numUnindexedRows
    : await table.countRows('vector IS NOT NULL');
  if (vectorCount < minIndexedVectors) return;
  const isShort = stats?.indexType === shortIndexType;
  // Back only once it is much smaller, so that a table at the edge does not change to and fro.
  const isToBeShort =
    vectorCount > (isShort ? maxWholeVectors / 2 : maxWholeVectors) &&
    (await readDimensions(table)) % codeBlock === 0;
  const isInFewParts = stats !== undefined && (stats.numIndices ?? 1) <= maxVectorIndexParts;
  if (isInFewParts && isShort === isToBeShort) return;
  const options = {
    numPartitions: Math.ceil(vectorCount / vectorsPerPartition),
    distanceType: 'cosine',
  } as const;
  await table.createIndex('vector', {
    name: vectorIndex,
    config: isToBeShort ? Index.ivfRq({ ...options, numBits: codeBits }) : Index.ivfFlat(options),
  });
}

async function readDimensions(table: Table): Promise<number> {
  const { fields } = await table.schema();
  return fields.find(({ name }) => name === 'vector')?.type.listSize ?? 0;
}
