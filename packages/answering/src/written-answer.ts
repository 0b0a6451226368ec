/** A marker that names no source; `at` is its place in the rewritten text, in code units. */
export interface RemovedMarker {
  readonly n: number;
  readonly at: number;
}

/** A sentence that a model gives as its reason. It counts where it stands in the source. */
export interface GivenQuote {
  /** Number of the source. */
  readonly source: number;
  readonly quote: string;
}
