import {
  type FusedCandidate,
  type FusionOptions,
  maxFused,
  type Rankings,
} from '../fusion/fuse.ts';
import { rateEvidence } from './rate-evidence.ts';

/**
 * Returns the relevance of each candidate, 0 to 1, by chunk id: its share of the score of a chunk
 * that is first in every ranking, times the evidence of the query's rankings (see `rateEvidence`).
 *
 * The evidence is the same for all candidates of a query, so relevance rises with the fused score
 * within a list. Between queries compare the first candidate's value: near 1 when a passage answers
 * the question, near 0 when the documents do not cover it. A caller abstains below a threshold. It
 * is not a probability.
 */
export function rateRelevance(
  rankings: Rankings,
  candidates: readonly Pick<FusedCandidate, 'chunkId' | 'documentId' | 'fused'>[],
  options: FusionOptions,
): ReadonlyMap<string, number> {
  const evidence = rateEvidence(rankings);
  const ofAll =
    typeof options.denseWeight === 'number' ? maxFused(rankings, options, '') : undefined;
  const relevance = new Map<string, number>();
  for (const { chunkId, documentId, fused } of candidates) {
    const maxScore = ofAll ?? maxFused(rankings, options, documentId);
    relevance.set(chunkId, maxScore > 0 ? Math.min(1, fused / maxScore) * evidence : 0);
  }
  return relevance;
}

/**
 * Returns the relevance after a reranker, in the order of its scores: the best has the best
 * relevance of the fusion, the others their share of it. Models differ in the probabilities that
 * they assign, so a threshold for abstaining keeps its meaning with and without one.
 */
export function rateReranked(scores: readonly number[], bestRelevance: number): number[] {
  const best = Math.max(0, ...scores);
  return scores.map((score) => (best > 0 ? (Math.max(0, score) / best) * bestRelevance : 0));
}
