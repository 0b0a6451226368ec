import { loadChunks } from '../load-chunks.ts';
import type { RankedChunk, SearchStage } from '../search-state.ts';

/** Half as many again as requested, since some may have been deleted or replaced meanwhile. */
const overFetch = 1.5;

/** Loads the texts of visible candidates, as many as later stages read. */
export const loadStage: SearchStage = {
  name: 'load',
  async run(state, { dependencies: { database, settings }, principal, request, query, options }) {
    const { fused, scope } = state;
    const { limit, recency_boost, rerank, explain, group_by } = request;
    // A trace contains only visible candidates, so all of them are looked up for it.
    const { phrases, excluded, identifiers } = query;
    const isChecked = phrases.length + excluded.length + identifiers.length > 0;
    const ofDocuments = options.documents !== undefined || group_by !== undefined;
    const all = recency_boost > 0 || explain || isChecked || ofDocuments;
    const wanted = rerank ? Math.max(limit, settings.rerankCandidates) : limit;
    const ranked: RankedChunk[] = [];
    const hidden: string[] = [];
    let from = 0;
    let size = all ? fused.length : Math.ceil(wanted * overFetch);
    // At most one refill.
    for (let round = 0; round < 2 && from < fused.length && ranked.length < wanted; round += 1) {
      const batch = fused.slice(from, from + size);
      const loaded = await loadChunks(database, principal.organisationId, {
        ids: batch.map(({ chunkId }) => chunkId),
        collectionIds: scope.filter?.collectionIds,
      });
      for (const candidate of batch) {
        const chunk = loaded.get(candidate.chunkId);
        if (chunk) ranked.push({ candidate, chunk, score: candidate.fused, rerank: null });
        else hidden.push(candidate.chunkId);
      }
      from += batch.length;
      size = fused.length;
    }
    const reason = 'deleted, replaced or moved since it was indexed';
    return {
      ...state,
      ranked,
      removed: [...state.removed, ...hidden.map((id) => ({ id, stage: 'load', reason }))],
    };
  },
};
