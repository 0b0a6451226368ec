import type { Embedder, Rankings } from '@lectern/retrieval';
import { defaultChunkingSettings } from '../../services/rag/src/chunking/chunk.ts';
import { defaultSearchSettings } from '../../services/rag/src/search/search-settings.ts';
import type { BeirSet } from '../data/beir.ts';
import {
  type Figures,
  rateRankings,
  type SearchedSet,
  searchSet,
} from '../retrieval/search-set.ts';
import { fuseQueries } from './fuse-queries.ts';
import { makeQueries, type QueryKind, queryKinds } from './query-kinds.ts';

export type MeasuredMode = 'keyword' | 'dense' | 'hybrid';

export type KindFigures = Readonly<Record<MeasuredMode, Figures>>;

/** Quality and cost of searches in one set with one model. */
export interface SetFigures {
  /** Some sets hold no codes. */
  readonly kinds: Readonly<Record<Exclude<QueryKind, 'code'>, KindFigures>> & {
    readonly code?: KindFigures;
  };
  readonly cpuMs: SearchedSet['cpuMs'];
}

/** Asks a set's queries of every kind as the suite does: its chunks, searches, weights, fusion and words. */
export async function measureSet(
  name: string,
  set: BeirSet,
  embedder: Embedder,
): Promise<SetFigures> {
  const queries = makeQueries(set);
  const all = { ...set, queries: queryKinds.flatMap((kind) => queries[kind]) };
  const { candidateCount: limit } = defaultSearchSettings;
  const { max_tokens: maxTokens } = defaultChunkingSettings;
  const searched = await searchSet(name, all, { embedder, maxTokens, limit });
  const { rankings, cpuMs } = searched;
  const texts = all.queries.map(({ text }) => text);
  const fused = fuseQueries(texts, searched, embedder);
  let from = 0;
  const rateKind = (kind: QueryKind) => {
    const asked = { ...set, queries: queries[kind] };
    const each: readonly Rankings[] = rankings.slice(from, from + asked.queries.length);
    const hybrid = rateRankings(asked, fused.slice(from, from + asked.queries.length));
    from += asked.queries.length;
    return {
      keyword: rateRankings(
        asked,
        each.map(({ keyword }) => keyword),
      ),
      dense: rateRankings(
        asked,
        each.map(({ dense }) => dense),
      ),
      hybrid,
    };
  };
  const kinds = {
    own: rateKind('own'),
    words: rateKind('words'),
    phrase: rateKind('phrase'),
    ...(queries.code.length > 0 && { code: rateKind('code') }),
  };
  return { kinds, cpuMs };
}
