import type { RankedChunk, SearchStage } from '../search-state.ts';

/**
 * Keeps the best `limit` passages; with a number of documents, those of the documents with the best
 * passages.
 */
export const cutStage: SearchStage = {
  name: 'cut',
  run(state, { request: { limit }, options: { documents } }) {
    const wanted =
      documents === undefined ? state.ranked : ofBestDocuments(state.ranked, documents);
    return { ...state, ranked: wanted.slice(0, limit) };
  },
};

/**
 * Puts each document's best passage first, so that none is cut for the many passages of another.
 */
function ofBestDocuments(ranked: readonly RankedChunk[], documents: number): RankedChunk[] {
  const groups = [...Map.groupBy(ranked, ({ chunk }) => chunk.document_id).values()];
  const kept = groups.slice(0, documents);
  return [
    ...kept.flatMap((group) => group.slice(0, 1)),
    ...kept.flatMap((group) => group.slice(1)),
  ];
}
