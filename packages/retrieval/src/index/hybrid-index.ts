import type { WeightedTerm } from '../analysis/analyzer.ts';

/**
 * A chunk as the index stores it. The index contains no text: only terms, a vector and filter
 * properties.
 */
export interface IndexedChunk {
  /** Unique in the organisation, and always of one document. */
  readonly id: string;
  readonly documentId: string;
  /** Revision of the document that the chunk belongs to. */
  readonly revision: string;
  readonly collectionId: string;
  /** Position in the document, from 0. */
  readonly position: number;
  /** Page on which the chunk starts, from 1; null where the format has no pages. */
  readonly page: number | null;
  /** Creation time of the document, milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Terms in the analyser's form, in order, with repetitions. A term contains no white space. */
  readonly terms: readonly string[];
  /** Unit length, with the index's dimensions; null excludes the chunk from dense search. */
  readonly vector: Float32Array | null;
}

/** Whole numbers, both ends included; a missing end is open. */
export interface PageRange {
  readonly gte?: number;
  readonly lte?: number;
}

/** Matches chunks with a page in one of the ranges, and those without a page if `none` is true. */
export interface PageCondition {
  readonly ranges: readonly PageRange[];
  readonly none: boolean;
}

/** Conditions that must all be true. Undefined sets no condition; an empty list matches nothing. */
export interface IndexFilter {
  readonly collectionIds?: readonly string[];
  readonly documentIds?: readonly string[];
  readonly page?: PageCondition;
}

export interface IndexSearchOptions {
  /** Maximum number of hits, 1 or more. */
  readonly limit: number;
  readonly filter?: IndexFilter;
  /** Aborts the search, which rejects with {@link IndexTimeoutError}. */
  readonly signal?: AbortSignal;
  /**
   * True for a further query of the same search. Where queries are queued, it runs before those of
   * other searches: else a search with several queries would wait once for each.
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
  /** BM25 over the weighted terms, above 0. Comparable only within one query. */
  readonly score: number;
}

export interface ChunkReference {
  readonly chunkId: string;
  readonly documentId: string;
  readonly revision: string;
}

export interface IndexHealth {
  readonly ready: boolean;
  /** Why the index is not ready, or a problem that needs attention. */
  readonly message?: string;
  /** Rows that the indexes do not cover yet. They are found too, only more slowly. */
  readonly unindexedRows?: number;
}

/**
 * One version of the search index: a BM25 index over terms and a vector index, separate for each
 * organisation. It is derived data: everything in it can be rebuilt from the database.
 *
 * An unknown organisation, document or collection gives an empty result. Hits contain each chunk
 * once, best first; chunks of equal score are ordered by their id, so the same index and query
 * always give the same list. A query sees every write that resolved before it began, also by
 * another process.
 *
 * Every method rejects with {@link IndexUnavailableError} when the store cannot be used, and with
 * {@link IndexTimeoutError} after its deadline. Wrong arguments are a `TypeError` or `RangeError`.
 */
export interface HybridIndex {
  /**
   * Adds chunks whose ids are new to the index. All of them are visible when it resolves, some may
   * be before. Before a retry, delete the chunks of the earlier try.
   */
  addChunks(organisationId: string, chunks: readonly IndexedChunk[]): Promise<void>;
  deleteRevision(organisationId: string, documentId: string, revision: string): Promise<void>;
  /** Deletes a document's chunks: all, or all except those of `exceptRevision`. */
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
  /** Returns the nearest chunks by cosine distance. */
  searchDense(
    organisationId: string,
    vector: Float32Array,
    options: IndexSearchOptions,
  ): Promise<DenseHit[]>;
  /** Returns chunks with at least one of the terms, by BM25; none for no terms. */
  searchKeyword(
    organisationId: string,
    terms: readonly WeightedTerm[],
    options: IndexSearchOptions,
  ): Promise<KeywordHit[]>;
  countChunks(organisationId: string, filter?: IndexFilter): Promise<number>;
  /** Lists every chunk in no defined order, for comparison with the database. */
  listChunks(organisationId: string, filter?: IndexFilter): AsyncIterable<ChunkReference>;
  /** Returns the vectors of a document's chunks by chunk id; chunks without one are left out. */
  readVectors(
    organisationId: string,
    documentId: string,
  ): Promise<ReadonlyMap<string, Float32Array>>;
  /**
   * Returns true if the index contains all that the database does. False for a new index until it
   * is marked, and after the store lost its data, even if chunks were added since.
   */
  isComplete(): Promise<boolean>;
  markComplete(isComplete: boolean): Promise<void>;
  /** Updates the indexes and frees space. Searches continue meanwhile; writes may wait. */
  optimize(): Promise<void>;
  health(): Promise<IndexHealth>;
  /** Waits for running calls, then releases the store. Later calls reject. */
  close(): Promise<void>;
}
