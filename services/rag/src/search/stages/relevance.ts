import { rateRelevance, rateReranked } from '@lectern/retrieval';
import type { SearchStage } from '../search-state.ts';

/** Rates the relevance of each candidate, 0 to 1, independent of the scores of this query. */
export const relevanceStage: SearchStage = {
  name: 'relevance',
  run(state) {
    const ofFusion = rateRelevance(state, state.fused, state.fusion);
    const reranked = state.ranked.filter(({ rerank }) => rerank !== null);
    if (reranked.length === 0) return { ...state, relevance: ofFusion };
    const relevance = new Map(ofFusion);
    const best = Math.max(...reranked.map(({ chunk }) => relevance.get(chunk.id) ?? 0));
    const rated = rateReranked(
      reranked.map(({ score }) => score),
      best,
    );
    reranked.forEach(({ chunk }, at) => {
      relevance.set(chunk.id, rated[at] ?? 0);
    });
    // Candidates that the reranker had no time for follow, whatever the fusion scored.
    const last = Math.min(...rated);
    for (const { chunk, rerank } of state.ranked) {
      if (rerank === null) relevance.set(chunk.id, Math.min(last, relevance.get(chunk.id) ?? 0));
    }
    return { ...state, relevance };
  },
};
