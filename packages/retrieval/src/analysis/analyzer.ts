/** A query term and its weight. */
export interface WeightedTerm {
  /** An index term in the form that {@link Analyzer.analyzeDocument} returns. */
  readonly term: string;
  /** Above 0. A plain content word weighs 1. */
  readonly weight: number;
}

/**
 * Converts text into index terms. Documents and queries must be analysed by the same version: a
 * term is found only if both sides write it alike.
 */
export interface Analyzer {
  /** Part of an index version's identity: after a change every chunk is indexed again. */
  readonly version: string;
  /**
   * Returns index terms in reading order, repeated as often as they occur. No term contains white
   * space.
   */
  analyzeDocument(text: string): string[];
  /**
   * Returns the terms of a query, each once; if their number is limited, the heaviest first. Stop
   * words are left out unless the query has nothing else. Empty for a text without letters and
   * digits.
   */
  analyzeQuery(text: string): WeightedTerm[];
}
