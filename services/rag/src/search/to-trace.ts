import type { ParsedSearchRequest, SearchTrace } from '@lectern/contracts';
import type { FusedCandidate, FusionMethod, WeightedTerm } from '@lectern/retrieval';
import type { Generation } from '../ports/search-index.ts';
import type { RankedChunk } from './ranked-chunk.ts';
import type { StageClock } from './stage-clock.ts';
import { toScores } from './to-scores.ts';

export interface TraceFacts {
  readonly request: ParsedSearchRequest;
  readonly terms: readonly WeightedTerm[];
  readonly fusion: {
    readonly method: FusionMethod;
    readonly denseWeight: number;
    readonly rrfK: number;
  };
  readonly fused: readonly FusedCandidate[];
  readonly ranked: readonly RankedChunk[];
  /** Chunks that were found and are not visible any more. */
  readonly hidden: ReadonlySet<string>;
  readonly generation: Generation;
  readonly clock: StageClock;
}

/** Every visible candidate in every stage, and why one is not among the results. */
export function toTrace({
  request,
  terms,
  fusion,
  fused,
  ranked,
  hidden,
  generation,
  clock,
}: TraceFacts): SearchTrace {
  const finalRanks = new Map(ranked.map(({ chunk }, at) => [chunk.id, at + 1]));
  return {
    mode: request.mode,
    fusion: { method: fusion.method, dense_weight: fusion.denseWeight, rrf_k: fusion.rrfK },
    terms: terms.map(({ term, weight }) => ({ term, weight })),
    index_generation: generation.id,
    embedding_model: generation.embeddingModel,
    candidates: fused
      .filter(({ chunkId }) => !hidden.has(chunkId))
      .map((candidate) => ({
        id: candidate.chunkId,
        document_id: candidate.documentId,
        dense_rank: candidate.denseRank,
        bm25_rank: candidate.keywordRank,
        fused_rank: candidate.rank,
        rerank_rank: null,
        final_rank: finalRanks.get(candidate.chunkId) ?? null,
        scores: toScores(candidate),
      })),
    removed: fused
      .filter(({ chunkId }) => !finalRanks.has(chunkId))
      .map(({ chunkId }) =>
        hidden.has(chunkId)
          ? {
              id: chunkId,
              stage: 'load',
              reason: 'deleted, replaced or moved since it was indexed',
            }
          : { id: chunkId, stage: 'limit', reason: 'below the last result' },
      ),
    stages: [...clock.stages],
  };
}
