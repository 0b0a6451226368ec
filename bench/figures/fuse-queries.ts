import { createAnalyzer, type Embedder, fuse, isFewWords, weighQuery } from '@lectern/retrieval';
import { defaultSearchSettings } from '../../services/rag/src/search/search-settings.ts';
import type { RecalledQueries } from '../retrieval/recall-set.ts';

/** Passages whose texts a search for ten reads. */
const passagesLoaded = 15;

/** The hybrid ranking of each query by the suite's weights, fusion and words. */
export function fuseQueries(
  queries: readonly string[],
  { rankings, chunkTerms }: Pick<RecalledQueries, 'rankings' | 'chunkTerms'>,
  embedder: Embedder,
) {
  const { fusion: method } = defaultSearchSettings;
  const putAllWordsFirst = createOrder(chunkTerms);
  return rankings.map((recalls, at) => {
    const query = queries[at] ?? '';
    return putAllWordsFirst(
      query,
      fuse(recalls, { method, denseWeight: weighQuery(embedder, query) }),
    );
  });
}

/** Of a few words, passages that hold all of them before those that lack one. */
function createOrder(chunkTerms: RecalledQueries['chunkTerms']) {
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
