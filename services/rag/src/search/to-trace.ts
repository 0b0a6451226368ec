import type { SearchTrace } from '@lectern/contracts';
import type { SearchRun, SearchState } from './search-state.ts';
import { toScores } from './to-scores.ts';
import { meanDenseWeight } from './used-dense-weight.ts';

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
