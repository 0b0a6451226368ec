import type { Analyzer } from '../analysis/analyzer.ts';
import type { HybridIndex, IndexFilter, KeywordHit } from '../index/hybrid-index.ts';

/** What may be looked at to judge a query's words. */
export interface SpellingSource {
  readonly analyzer: Analyzer;
  readonly index: Pick<HybridIndex, 'recallKeyword'>;
  readonly organisationId: string;
  /** Words are looked up within it alone, so that none of a hidden document is ever told. */
  readonly filter: IndexFilter | undefined;
  /** What the index was given of these chunks, of those that may be read. */
  readonly readTexts: (chunkIds: readonly string[]) => Promise<readonly string[]>;
  readonly signal?: AbortSignal;
}

export function recallTerms(
  { index, organisationId, filter, signal }: SpellingSource,
  terms: readonly string[],
  limit: number,
): Promise<KeywordHit[]> {
  const weighted = terms.map((term) => ({ term, weight: 1 }));
  const options = { limit, ...(filter && { filter }), ...(signal && { signal }) };
  return index.recallKeyword(organisationId, weighted, options);
}

/** Texts of the best passages with any of the terms; undefined where there is none. */
export async function readPassages(
  source: SpellingSource,
  terms: readonly string[],
  limit: number,
): Promise<readonly string[] | undefined> {
  const hits = await recallTerms(source, terms, limit);
  return hits.length === 0 ? undefined : source.readTexts(hits.map(({ chunkId }) => chunkId));
}
