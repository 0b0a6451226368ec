import type { Warning } from '@lectern/contracts';
import type { ModelTool } from '@lectern/models';
import type { Passage } from './passage.ts';

export interface RetrieverQuery {
  /** 1 to 2,000 characters. */
  readonly query: string;
  /** The query was not chosen by the model. */
  readonly forced: boolean;
}

/** Maximum searches per turn. */
export const maxSearches = 4;

/** Result of one search. */
export interface FoundPassages {
  /** Document by document, the best document first. */
  readonly passages: readonly Passage[];
  /** Probability that the passages answer the query, 0 to 1. */
  readonly evidence: number;
  readonly warnings: readonly Warning[];
}

/**
 * Searches the documents that the person may read.
 *
 * @example
 * const found = await retriever.retrieve({ query: 'height of the tower', forced: true }, signal);
 * if (!found) return 'The search is unavailable.';
 */
export interface Retriever {
  /** The search as a tool, for a model that can be forced to call it. Default: the queries are never chosen by a model. */
  readonly tool?: ModelTool;
  /**
   * Returns undefined when the search is unavailable.
   *
   * @throws AppError for a request that the caller may not make, or the signal's reason.
   */
  retrieve(query: RetrieverQuery, signal: AbortSignal): Promise<FoundPassages | undefined>;
}
