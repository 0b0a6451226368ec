import type { SearchTrace } from '@lectern/contracts';
import type { SearchRun, SearchState } from './search-state.ts';
import { toScores } from './to-scores.ts';

/** Returns every visible candidate in every stage, and why it is not among the results. */
export function toTrace(
  state: SearchState,
  { request, corrections, clock }: SearchRun,
): SearchTrace {
  const { fused, ranked, removed, indexVersion, fusion, terms } = state;
  const finalRanks = new Map(ranked.map(({ chunk }, at) => [chunk.id, at + 1]));
  const entries = new Map(ranked.map((entry) => [entry.chunk.id, entry]));
  const reasons = new Map(removed.map((entry) => [entry.id, entry]));
  return {
    mode: request.mode,
    fusion: {
      method: fusion.method,
      dense_weight: meanDenseWeight(state),
      rrf_k: fusion.rrfK,
    },
    terms: terms.map(({ term, weight }) => ({ term, weight })),
    corrections: corrections.map(({ word, instead }) => ({ word, instead })),
    index_generation: indexVersion?.id ?? '',
    embedding_model: indexVersion?.embeddingModel ?? '',
    candidates: fused
      .filter(({ chunkId }) => reasons.get(chunkId)?.stage !== 'load')
      .map((candidate) => {
        const rerank = entries.get(candidate.chunkId)?.rerank ?? null;
        return {
          id: candidate.chunkId,
          document_id: candidate.documentId,
          dense_rank: candidate.denseRank,
          bm25_rank: candidate.keywordRank,
          fused_rank: candidate.rank,
          rerank_rank: rerank?.rank ?? null,
          final_rank: finalRanks.get(candidate.chunkId) ?? null,
          scores: toScores(state, { candidate, rerank }),
        };
      }),
    removed: fused
      .filter(({ chunkId }) => !finalRanks.has(chunkId))
      .map(
        ({ chunkId }) =>
          reasons.get(chunkId) ?? { id: chunkId, stage: 'limit', reason: 'below the last result' },
      ),
    stages: [...clock.stages],
  };
}

/**
 * Returns the weight of the dense ranking for the results, 0 to 1: the mean if collections differ,
 * and 0 if there was no dense ranking.
 */
export function meanDenseWeight({ fusion, ranked, fused, warnings }: SearchState): number {
  if (warnings.some(({ code }) => code === 'embedding_unavailable')) return 0;
  const { denseWeight } = fusion;
  if (typeof denseWeight === 'number') return denseWeight;
  const found = ranked.length > 0 ? ranked.map(({ candidate }) => candidate) : fused;
  const weights = found.map(({ documentId }) => denseWeight(documentId));
  return weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
}
