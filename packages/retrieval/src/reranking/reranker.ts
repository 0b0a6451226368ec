export interface RerankOptions {
  /** Ends the wait: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a query and passages together and says how well each answers it. Calls may run at the same
 * time. They reject with {@link RerankerUnavailableError} when the model cannot be used.
 */
export interface Reranker {
  /** Names the model; `none` where there is none. */
  readonly id: string;
  /**
   * A score for each text, in the order given, 0 to 1, higher for the better answer. Comparable
   * within one call only. No texts give no scores; any number of texts may be given.
   */
  rerank(query: string, texts: readonly string[], options?: RerankOptions): Promise<number[]>;
  /**
   * How many of the texts, from the first, it would read in so many milliseconds, as far as it knows
   * its pace and what it has to read for others. Without it: all.
   */
  countReadable?(query: string, texts: readonly string[], timeoutMs: number): number;
  /** Releases the model. Later calls reject. */
  close(): Promise<void>;
}
