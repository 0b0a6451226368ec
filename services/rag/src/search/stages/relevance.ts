import { rateRelevance, rateReranked } from '@lectern/retrieval';
import type { SearchStage } from '../search-state.ts';

/** How relevant each candidate is, 0 to 1, whatever the scores of this query are like. */
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
    // What the reranker had no time for comes after, whatever the fusion thought of it.
    const last = Math.min(...rated);
    for (const { chunk, rerank } of state.ranked) {
      if (rerank === null) relevance.set(chunk.id, Math.min(last, relevance.get(chunk.id) ?? 0));
    }
    return { ...state, relevance };
  },
};
