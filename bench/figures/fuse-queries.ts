import {
  createAnalyzer,
  createQueryWeights,
  type Embedder,
  fuse,
  isFewWords,
} from '@lectern/retrieval';
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
  // A slow machine must not leave a model out where it knows the language.
  const weights = createQueryWeights(embedder, { maxWaitMs: 600_000 });
  return Promise.all(
    rankings.map(async (recalls, at) => {
      const query = queries[at] ?? '';
      const denseWeight = await weights.weightOf(query);
      return putAllWordsFirst(query, fuse(recalls, { method, denseWeight }));
    }),
  );
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
