import type { SearchState } from './search-state.ts';

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
