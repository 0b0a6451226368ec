import type { SearchTrace } from '@lectern/contracts';

export type TraceStage = 'bm25' | 'dense' | 'fused' | 'rerank' | 'final';

export interface TracePath {
  readonly id: string;
  readonly isResult: boolean;
  /** Rank in each stage that had the candidate; 1 is the best. */
  readonly places: readonly { readonly stage: TraceStage; readonly rank: number }[];
}

export interface TracePicture {
  readonly stages: readonly TraceStage[];
  readonly paths: readonly TracePath[];
  /** Lowest rank of all stages. */
  readonly worstRank: number;
}

const allStages: readonly TraceStage[] = ['bm25', 'dense', 'fused', 'rerank', 'final'];

/**
 * Returns the path of each candidate through the stages. Final results come last, so that they are
 * drawn on top.
 */
export function tracePaths(
  { candidates }: Pick<SearchTrace, 'candidates'>,
  maxPaths = 60,
): TracePicture {
  const paths = candidates.map((candidate): TracePath => {
    const ranks = {
      bm25: candidate.bm25_rank,
      dense: candidate.dense_rank,
      fused: candidate.fused_rank,
      rerank: candidate.rerank_rank,
      final: candidate.final_rank,
    };
    return {
      id: candidate.id,
      isResult: candidate.final_rank !== null,
      places: allStages.flatMap((stage) => {
        const rank = ranks[stage];
        return rank === null ? [] : [{ stage, rank }];
      }),
    };
  });
  const best = ({ places }: TracePath) => Math.min(...places.map(({ rank }) => rank));
  const shown = paths
    .toSorted((a, b) => Number(b.isResult) - Number(a.isResult) || best(a) - best(b))
    .slice(0, maxPaths)
    .reverse();
  const used = new Set(shown.flatMap(({ places }) => places.map(({ stage }) => stage)));
  return {
    stages: allStages.filter((stage) => used.has(stage)),
    paths: shown,
    worstRank: Math.max(1, ...shown.flatMap(({ places }) => places.map(({ rank }) => rank))),
  };
}
