import type { WeightedTerm } from '../analysis/analyzer.ts';

/** What the index keeps of a chunk. It holds no text: only terms, a vector and what is filtered on. */
export interface IndexedChunk {
  /** Unique in the organisation, and of one document for good. */
  readonly id: string;
  readonly documentId: string;
  /** The document's revision that the chunk belongs to. */
  readonly revision: string;
  readonly collectionId: string;
  /** Place in the document, from 0. */
  readonly position: number;
  /** Page that the chunk starts on, from 1; null where the format has no pages. */
  readonly page: number | null;
  /** The document's time of creation, milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Terms in the analyser's form, in order, with repetitions. None may hold white space. */
  readonly terms: readonly string[];
  /** Unit length, with the index's dimensions; null keeps the chunk out of the dense recall. */
  readonly vector: Float32Array | null;
}

/** Whole numbers, both ends included; an end that is left out is open. */
export interface PageRange {
  readonly gte?: number;
  readonly lte?: number;
}

/** Chunks whose page lies in one of the ranges, and those without a page where `none` is true. */
export interface PageCondition {
  readonly ranges: readonly PageRange[];
  readonly none: boolean;
}

/** Conditions that must all hold. Undefined sets no condition; an empty list matches nothing. */
export interface IndexFilter {
  readonly collectionIds?: readonly string[];
  readonly documentIds?: readonly string[];
  readonly page?: PageCondition;
}

export interface IndexSearchOptions {
  /** Hits wanted at most, 1 or more. */
  readonly limit: number;
  readonly filter?: IndexFilter;
  /** Ends the wait: the recall rejects with {@link IndexTimeoutError}. */
  readonly signal?: AbortSignal;
  /**
   * Of a search that has recalled before. Where recalls wait for their turn, it goes before those of
   * searches that have not: else a search of several recalls would wait once for each.
   */
  readonly isFollowUp?: boolean;
}

export interface DenseHit {
  readonly chunkId: string;
  readonly documentId: string;
  /** Cosine distance, 0 (same direction) to 2 (opposite). */
  readonly distance: number;
}

export interface KeywordHit {
  readonly chunkId: string;
  readonly documentId: string;
  /** BM25 over the weighted terms, above 0. Comparable within one recall only. */
  readonly score: number;
}

export interface ChunkReference {
  readonly chunkId: string;
  readonly documentId: string;
  readonly revision: string;
}

export interface IndexHealth {
  readonly ready: boolean;
  /** Why it is not ready, or what needs attention. */
  readonly message?: string;
  /** Rows that the indexes do not cover yet. They are found all the same, only more slowly. */
  readonly unindexedRows?: number;
}

/**
 * One index version of the search index: a BM25 index over terms and a vector index, kept apart for
 * each organisation. It is derived data: everything in it can be rebuilt from the database.
 *
 * An organisation, document or collection that the index does not know gives an empty result.
 * Hits hold each chunk once, best first; chunks of equal score are ordered by their id, so the
 * same index and query always give the same list. A recall sees every write that resolved before
 * it began, also one made by another process.
 *
 * Every method rejects with {@link IndexUnavailableError} when the store cannot be used, and with
 * {@link IndexTimeoutError} when its time ran out. Wrong arguments are a `TypeError` or
 * `RangeError`.
 */
export interface HybridIndex {
  /**
   * Adds chunks whose ids are new to the index. All of them are visible when it resolves, some
   * may be before. Before a retry, delete what the earlier try may have left.
   */
  addChunks(organisationId: string, chunks: readonly IndexedChunk[]): Promise<void>;
  deleteRevision(organisationId: string, documentId: string, revision: string): Promise<void>;
  /** Deletes a document's chunks: all, or all but those of `exceptRevision`. */
  deleteDocument(
    organisationId: string,
    documentId: string,
    options?: { readonly exceptRevision?: string },
  ): Promise<void>;
  /** Records that documents moved to another collection. */
  updateCollection(
    organisationId: string,
    documentIds: readonly string[],
    collectionId: string,
  ): Promise<void>;
  deleteOrganisation(organisationId: string): Promise<void>;
  /** Nearest chunks by cosine distance. */
  searchDense(
    organisationId: string,
    vector: Float32Array,
    options: IndexSearchOptions,
  ): Promise<DenseHit[]>;
  /** Chunks that hold one of the terms or more, by BM25. No terms give no hits. */
  searchKeyword(
    organisationId: string,
    terms: readonly WeightedTerm[],
    options: IndexSearchOptions,
  ): Promise<KeywordHit[]>;
  countChunks(organisationId: string, filter?: IndexFilter): Promise<number>;
  /** Every chunk in no given order, for comparison with the database. */
  listChunks(organisationId: string, filter?: IndexFilter): AsyncIterable<ChunkReference>;
  /**
   * Whether the index holds all that the database does. False for a new index until it is marked,
   * and after the store lost its data, also when it has taken chunks since.
   */
  isComplete(): Promise<boolean>;
  markComplete(isComplete: boolean): Promise<void>;
  /** Brings the indexes up to date and frees space. Rankings go on meanwhile; writes may wait. */
  optimize(): Promise<void>;
  health(): Promise<IndexHealth>;
  /** Waits for running calls, then releases the store. Later calls reject. */
  close(): Promise<void>;
}
