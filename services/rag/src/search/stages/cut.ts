import type { RankedChunk, SearchStage } from '../search-state.ts';

/** Passages of each document in results that are grouped by document. */
const passagesADocument = 3;

/**
 * Keeps the best `limit` passages; with a number of documents, those of the documents with the best
 * passages; grouped by document, the best of `limit` documents.
 */
export const cutStage: SearchStage = {
  name: 'cut',
  run(state, { request: { limit, group_by }, options: { documents } }) {
    if (group_by !== undefined) {
      const groups = groupByDocument(state.ranked).slice(0, limit);
      return { ...state, ranked: groups.flatMap((group) => group.slice(0, passagesADocument)) };
    }
    const wanted =
      documents === undefined ? state.ranked : ofBestDocuments(state.ranked, documents);
    return { ...state, ranked: wanted.slice(0, limit) };
  },
};

function groupByDocument(ranked: readonly RankedChunk[]): RankedChunk[][] {
  return [...Map.groupBy(ranked, ({ chunk }) => chunk.document_id).values()];
}

/**
 * Puts each document's best passage first, so that none is cut for the many passages of another.
 */
function ofBestDocuments(ranked: readonly RankedChunk[], documents: number): RankedChunk[] {
  const kept = groupByDocument(ranked).slice(0, documents);
  return [
    ...kept.flatMap((group) => group.slice(0, 1)),
    ...kept.flatMap((group) => group.slice(1)),
  ];
}
