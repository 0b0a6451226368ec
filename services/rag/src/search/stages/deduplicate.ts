import { Passage } from '../passage.ts';
import type { RankedChunk, RemovedCandidate, SearchStage, SearchState } from '../search-state.ts';
import { signatureOf } from '../signature-cache.ts';

/** Passages that are compared; further ones are rarely shown. */
const maxFolded = 100;
/** Passages that are compared where most are duplicates, until enough others are found. */
const maxRead = 1_000;
/** Passages of a search for documents that are compared. */
const maxShownOfDocuments = 16;

/**
 * Attaches duplicates of a better passage to it as further places. In a search for documents, which
 * are assembled from all their passages, a duplicate only moves to the end.
 */
export const foldStage: SearchStage = {
  name: 'deduplicate',
  run(state, { request, options, dependencies: { signatureCache, analyzer } }) {
    // If age counts, copies of different dates are distinct.
    if (request.recency_boost > 0 || state.ranked.length < 2) return state;
    const ofDocuments = options.documents !== undefined;
    const maxShown = ofDocuments
      ? maxShownOfDocuments
      : request.group_by
        ? maxFolded
        : request.limit;
    const shown: { entry: RankedChunk; passage: Passage; places: RankedChunk[] }[] = [];
    const others: RankedChunk[] = [];
    const removed: RemovedCandidate[] = [];
    let read = 0;
    for (const entry of state.ranked.slice(0, maxRead)) {
      if (read >= maxFolded && shown.length >= maxShown) break;
      read += 1;
      const passage = new Passage(
        entry.chunk.text,
        signatureOf(signatureCache, entry.chunk),
        analyzer,
      );
      const same = shown.find((each) => passage.hasSameTextAs(each.passage));
      if (same) {
        if (same.places.length < maxFolded) same.places.push(entry);
        removed.push({
          id: entry.chunk.id,
          stage: 'deduplicate',
          reason: `says what ${same.entry.chunk.id} says`,
        });
      } else if (shown.length < maxShown) shown.push({ entry, passage, places: [] });
      else others.push(entry);
    }
    if (removed.length === 0) return state;
    if (ofDocuments) return putLast(state, new Set(removed.map(({ id }) => id)));
    const folded = shown.map(({ entry, places }) =>
      places.length > 0 ? { ...entry, places } : entry,
    );
    return {
      ...state,
      ranked: [...folded, ...others, ...state.ranked.slice(read)],
      removed: [...state.removed, ...removed],
    };
  },
};

function putLast(state: SearchState, copies: ReadonlySet<string>): SearchState {
  const isCopy = ({ chunk }: RankedChunk) => copies.has(chunk.id);
  const last = state.ranked.filter(isCopy).map((entry) => ({ ...entry, score: 0 }));
  const relevance = new Map(state.relevance);
  for (const id of copies) relevance.set(id, 0);
  return {
    ...state,
    relevance,
    ranked: [...state.ranked.filter((entry) => !isCopy(entry)), ...last],
  };
}
