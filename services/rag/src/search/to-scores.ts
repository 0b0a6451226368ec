import type { ChunkScores } from '@lectern/contracts';
import type { RankedChunk, SearchState } from './search-state.ts';

export function toScores(
  { relevance }: Pick<SearchState, 'relevance'>,
  { candidate, rerank }: Pick<RankedChunk, 'candidate' | 'rerank'>,
): ChunkScores {
  return {
    dense_distance: candidate.denseDistance,
    bm25: candidate.bm25,
    dense_normalized: candidate.denseNormalized,
    bm25_normalized: candidate.bm25Normalized,
    fused: candidate.fused,
    rerank: rerank?.score ?? null,
    relevance: relevance.get(candidate.chunkId) ?? 0,
  };
}
