import { Index, type Table } from './lance-client.ts';

export const termsIndexName = 'terms_idx';
const vectorIndex = 'vector_idx';
const shortIndexType = 'IVF_RQ';

/** Below this number of rows a flat scan is as fast. */
const minIndexedVectors = 1_000;
/** Small enough to search partitions concurrently, large enough to have few of them. */
const vectorsPerPartition = 8_192;
/**
 * Up to here vectors are stored whole; above, codes take a third of the work and a quarter of the
 * memory.
 */
const defaultMaxWholeVectors = 32_768;
/**
 * Bits per coordinate of a shortened vector. Of the first ten hits of an exact search .975 are
 * found, and distances are wrong by .001 in the median, .006 at most; with 5 bits .935 and with 1
 * bit .47 are found.
 */
const codeBits = 7;
/** The length of vectors must be a multiple of this for codes. */
const codeBlock = 8;
/** Vectors that are sampled to check that all have length 1. */
const lengthsRead = 1_000;
const lengthTolerance = 1e-3;
/** Each `optimize` adds a small part to the vector index; a search reads them all. */
const maxVectorIndexParts = 4;
/** Time that readers of an old table version have to finish. */
const oldVersionsKeptMs = 120_000;

/** Creates the missing indexes of a table with at least one row. */
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

/** Joins small files, updates all indexes and removes old versions. */
export async function optimizeTable(table: Table, options: OptimizeOptions = {}): Promise<void> {
  await table.optimize({ cleanupOlderThan: new Date(Date.now() - oldVersionsKeptMs) });
  await rebuildVectorIndexIfWorthwhile(table, options);
}

export interface VectorIndexForm {
  /**
   * Distance measure of the index; a search by another measure would not use it. `dot` for codes.
   */
  readonly distanceType: 'cosine' | 'dot';
  readonly vectors: number;
}

export async function readVectorIndexForm(table: Table): Promise<VectorIndexForm> {
  const stats = await table.indexStats(vectorIndex);
  return {
    distanceType: stats?.distanceType === 'dot' ? 'dot' : 'cosine',
    vectors: stats?.numIndexedRows ?? 0,
  };
}

/** Returns true if rows were added since the last optimisation: each search scans them all. */
export async function hasUnindexedRows(table: Table): Promise<boolean> {
  const stats = await table.indexStats(termsIndexName);
  return stats !== undefined && stats.numUnindexedRows > 0;
}

/** Terms come from the analyser: the index splits at spaces and changes nothing. */
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
  /** Rows of a table above which its vectors are indexed in a short form. */
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
  // Reverted only at a much smaller size, so that a table at the limit does not alternate.
  const isToBeShort =
    vectorCount > (isShort ? maxWholeVectors / 2 : maxWholeVectors) && (await canBeShort(table));
  const isInFewParts = stats !== undefined && (stats.numIndices ?? 1) <= maxVectorIndexParts;
  if (isInFewParts && isShort === isToBeShort) return;
  const numPartitions = Math.ceil(vectorCount / vectorsPerPartition);
  await table.createIndex('vector', {
    name: vectorIndex,
    // By `cosine` the codes would give twice the distance of rows that are not in the index yet.
    config: isToBeShort
      ? Index.ivfRq({ numPartitions, distanceType: 'dot', numBits: codeBits })
      : Index.ivfFlat({ numPartitions, distanceType: 'cosine' }),
  });
}

/** Codes need vectors of a certain length, all scaled to 1: earlier versions wrote any. */
async function canBeShort(table: Table): Promise<boolean> {
  const { fields } = await table.schema();
  const dimensions = fields.find(({ name }) => name === 'vector')?.type.listSize ?? 0;
  if (dimensions % codeBlock !== 0) return false;
  const rows = await table
    .query()
    .where('vector IS NOT NULL')
    .select(['vector'])
    .limit(lengthsRead)
    .toArrow();
  const values: Float32Array = rows.getChild('vector')?.getChildAt(0)?.toArray() ?? [];
  for (let from = 0; from < values.length; from += dimensions) {
    const length = Math.hypot(...values.subarray(from, from + dimensions));
    if (Math.abs(length - 1) > lengthTolerance) return false;
  }
  return true;
}
