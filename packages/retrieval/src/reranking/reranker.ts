export interface RerankOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a query and passages together and scores how well each answers it. Calls may run
 * concurrently. They reject with {@link RerankerUnavailableError} when the model cannot be used.
 */
export interface Reranker {
  /** Name of the model; `none` without one. */
  readonly id: string;
  /**
   * Returns a score for each text, in the given order, 0 to 1, higher for the better answer.
   * Comparable only within one call. Takes any number of texts; none give no scores.
   */
  rerank(query: string, texts: readonly string[], options?: RerankOptions): Promise<number[]>;
  /**
   * Returns how many of the texts, from the first, the reranker would read in this time, by its
   * pace and pending work. Absent: all.
   */
  countReadable?(query: string, texts: readonly string[], timeoutMs: number): number;
  /** Releases the model. Later calls reject. */
  close(): Promise<void>;
}
