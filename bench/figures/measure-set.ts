import type { BeirSet } from '@lectern/cli';
import {
  createAnalyzer,
  createQueryWeights,
  type Embedder,
  fuse,
  isFewWords,
  type Recalls,
} from '@lectern/retrieval';
import { defaultChunkingSettings } from '../../services/rag/src/chunking/chunk.ts';
import { defaultSearchSettings } from '../../services/rag/src/search/search-settings.ts';
import {
  type Figures,
  type RecalledSet,
  rateRankings,
  recallSet,
} from '../retrieval/recall-set.ts';
import { makeQueries, type QueryKind, queryKinds } from './query-kinds.ts';

export type MeasuredMode = 'keyword' | 'dense' | 'hybrid';

/** What the search finds of one set with one model, and what that costs. */
export interface SetFigures {
  readonly kinds: Readonly<Record<QueryKind, Readonly<Record<MeasuredMode, Figures>>>>;
  readonly cpuMs: RecalledSet['cpuMs'];
}

/** Passages whose texts a search for ten reads. */
const passagesLoaded = 15;

/** Asks a set's queries of every kind as the suite does: its chunks, recalls, weights, fusion and words. */
export async function measureSet(
  name: string,
  set: BeirSet,
  embedder: Embedder,
): Promise<SetFigures> {
  const queries = makeQueries(set);
  const all = { ...set, queries: queryKinds.flatMap((kind) => queries[kind]) };
  const { recallSize: limit, fusion: method } = defaultSearchSettings;
  const { max_tokens: maxTokens } = defaultChunkingSettings;
  const recalled = await recallSet(name, all, { embedder, maxTokens, limit });
  const { rankings, cpuMs } = recalled;
  const putAllWordsFirst = createOrder(recalled);
  // A slow machine must not leave a model out where it knows the language.
  const weights = createQueryWeights(embedder, { maxWaitMs: 600_000 });
  const fused = await Promise.all(
    rankings.map(async (recalls, at) => {
      const query = all.queries[at]?.text ?? '';
      const denseWeight = await weights.weightOf(query);
      return putAllWordsFirst(query, fuse(recalls, { method, denseWeight }));
    }),
  );
  let from = 0;
  const rateKind = (kind: QueryKind) => {
    const asked = { ...set, queries: queries[kind] };
    const recalls: readonly Recalls[] = rankings.slice(from, from + asked.queries.length);
    const hybrid = rateRankings(asked, fused.slice(from, from + asked.queries.length));
    from += asked.queries.length;
    return {
      keyword: rateRankings(
        asked,
        recalls.map(({ keyword }) => keyword),
      ),
      dense: rateRankings(
        asked,
        recalls.map(({ dense }) => dense),
      ),
      hybrid,
    };
  };
  const kinds = { own: rateKind('own'), words: rateKind('words'), phrase: rateKind('phrase') };
  return { kinds, cpuMs };
}

/** Of a few words, passages that hold all of them before those that lack one. */
function createOrder({ chunkTerms }: Pick<RecalledSet, 'chunkTerms'>) {
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
