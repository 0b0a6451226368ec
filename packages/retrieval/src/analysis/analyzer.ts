/** A query term and how much a match on it counts. */
export interface WeightedTerm {
  /** An index term, in the exact form that {@link Analyzer.analyzeDocument} gives it. */
  readonly term: string;
  /** Above 0. A plain content word weighs 1. */
  readonly weight: number;
}

/**
 * Turns text into index terms. Documents and queries must go through the same version: a term is
 * found only if both sides spell it alike.
 */
export interface Analyzer {
  /** Part of an index version's identity: a change means that every chunk is indexed again. */
  readonly version: string;
  /** Index terms in reading order, repeated as often as they occur. No term holds white space. */
  analyzeDocument(text: string): string[];
  /**
   * Terms of a query, each once, heaviest first where their number is cut. Stop words are left
   * out unless the query has nothing else. Empty when the text holds no letter and no digit.
   */
  analyzeQuery(text: string): WeightedTerm[];
}
