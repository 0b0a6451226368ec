import type { Analyzer } from '../analysis/analyzer.ts';
import type { HybridIndex, IndexFilter, KeywordHit } from '../index/hybrid-index.ts';
import type { IsCommonWord } from './common-words.ts';

/** What may be looked at to judge a query's words. */
export interface SpellingSource {
  readonly analyzer: Analyzer;
  readonly index: Pick<HybridIndex, 'searchKeyword'>;
  readonly organisationId: string;
  /** Words are looked up within it alone, so that none of a hidden document is ever told. */
  readonly filter: IndexFilter | undefined;
  /**
   * Those of the words that documents of the organisation hold, or held: what was noted by
   * `listVocabulary`. Which of them the caller may see is asked of the index.
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
