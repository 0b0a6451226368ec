import { createAnalyzer, type Embedder, fuse, isFewWords, weighQuery } from '@lectern/retrieval';
import { defaultSearchSettings } from '../../services/rag/src/search/search-settings.ts';
import type { SearchedQueries } from '../retrieval/search-set.ts';

/** Passages whose texts a search for ten reads. */
const passagesLoaded = 15;

/** Returns the hybrid ranking of each query by the suite's weights, fusion and word order. */
export function fuseQueries(
  queries: readonly string[],
  { rankings, chunkTerms }: Pick<SearchedQueries, 'rankings' | 'chunkTerms'>,
  embedder: Embedder,
) {
  const { fusion: method } = defaultSearchSettings;
  const putAllWordsFirst = createOrder(chunkTerms);
  return rankings.map((ranking, at) => {
    const query = queries[at] ?? '';
    return putAllWordsFirst(
      query,
      fuse(ranking, { method, denseWeight: weighQuery(embedder, query) }),
    );
  });
}

/** Ranks passages that contain all words of a short query before those that lack one. */
function createOrder(chunkTerms: SearchedQueries['chunkTerms']) {
  const analyzer = createAnalyzer();
  return <Passage extends { readonly chunkId: string }>(
    query: string,
    fused: readonly Passage[],
  ): readonly Passage[] => {
    if (!isFewWords(query)) return fused;
    const terms = analyzer.analyzeQuery(query).map(({ term }) => term);
    const holdsAll = ({ chunkId }: Passage) =>
      terms.every((term) => chunkTerms.get(chunkId)?.has(term));
    const first = fused.slice(0, passagesLoaded).filter(holdsAll);
    return [...new Set([...first, ...fused])];
  };
}
