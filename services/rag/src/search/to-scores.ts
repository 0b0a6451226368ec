import type { ChunkScores } from '@lectern/contracts';
import { type FusedCandidate, toRelevance } from '@lectern/retrieval';

export function toScores(candidate: FusedCandidate): ChunkScores {
  return {
    dense_distance: candidate.denseDistance,
    bm25: candidate.bm25,
    dense_normalized: candidate.denseNormalized,
    bm25_normalized: candidate.bm25Normalized,
    fused: candidate.fused,
    rerank: null,
    relevance: toRelevance(candidate),
  };
}
