import type { Analyzer } from '../analysis/analyzer.ts';
import type { HybridIndex, IndexFilter, KeywordHit } from '../index/hybrid-index.ts';
import type { IsCommonWord } from './common-words.ts';

/** Data that a query's words are checked against. */
export interface SpellingSource {
  readonly analyzer: Analyzer;
  readonly index: Pick<HybridIndex, 'searchKeyword'>;
  readonly organisationId: string;
  /**
   * Words are looked up only within this filter, so that no word of a hidden document is revealed.
   */
  readonly filter: IndexFilter | undefined;
  /**
   * Returns those of the words that documents of the organisation contain, or contained, as stored
   * from `listVocabulary`. The index decides which of them the caller may see.
   */
  readonly filterStoredWords: (words: readonly string[]) => Promise<readonly string[]>;
  readonly isCommonWord: IsCommonWord;
  readonly signal?: AbortSignal;
}

export function searchTerms(
  { index, organisationId, filter, signal }: SpellingSource,
  terms: readonly string[],
  limit: number,
): Promise<KeywordHit[]> {
  const weighted = terms.map((term) => ({ term, weight: 1 }));
  const options = { limit, isFollowUp: true, ...(filter && { filter }), ...(signal && { signal }) };
  return index.searchKeyword(organisationId, weighted, options);
}
