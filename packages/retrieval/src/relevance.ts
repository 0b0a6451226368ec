import type { FusedCandidate } from './fusion/fuse.ts';

/**
 * Relevance of a candidate, 0 to 1: its share of the best possible fused score times the evidence
 * of the query's rankings (see `rateEvidence`).
 *
 * The evidence is the same for all candidates of a query, so relevance rises with the fused score
 * within a list. Between queries it is the first candidate's value that tells: near 1 when a
 * passage says what was asked, near 0 when the documents do not cover it. A caller abstains when
 * it lies under a threshold. It is no probability.
 */
export function toRelevance({
  fusedShare,
  evidence,
}: Pick<FusedCandidate, 'fusedShare' | 'evidence'>): number {
  return fusedShare * evidence;
}
