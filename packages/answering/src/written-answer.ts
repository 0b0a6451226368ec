/** A marker that names no source; `at` is its place in the rewritten text, in code units. */
export interface RemovedMarker {
  readonly n: number;
  readonly at: number;
}

/** A sentence that a model quotes for a statement. It is used only if the source contains it. */
export interface GivenQuote {
  readonly source: number;
  readonly quote: string;
}
