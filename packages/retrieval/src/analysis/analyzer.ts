import type { Language } from './stop-words.ts';

/** A query term and its weight. */
export interface WeightedTerm {
  /** A term in the form that the {@link Analyzer} gives documents. */
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
   * Returns the terms in which texts are compared, in reading order, repeated as often as they occur.
   * No term contains white space. `language` is that of Latin words, by default detected in the text:
   * texts that are compared need the same one.
   */
  analyzeDocument(text: string, language?: Language): string[];
  /**
   * Returns the terms of a question, each once; if their number is limited, the heaviest first. A
   * word with a sign has only its signed form, and a code only its joined one, so that a text about
   * another one does not match. Stop words are left out unless there is nothing else. Empty for a
   * text without letters and digits. `language` is as in `analyzeDocument`.
   */
  analyzeQuery(text: string, language?: Language): WeightedTerm[];
  /** Returns the index terms of a document: its words in plain and in written form. */
  indexDocument(text: string): string[];
  /**
   * Returns the index terms of a query, as `analyzeQuery` does, with whole weights. The words of a
   * short query are also looked up in their written form.
   */
  indexQuery(text: string): WeightedTerm[];
}
