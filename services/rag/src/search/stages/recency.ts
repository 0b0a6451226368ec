import { readDocumentDate } from '../own-date.ts';
import type { RankedChunk, SearchStage } from '../search-state.ts';

/** Age at which a document has half of a new document's advantage. */
const halfLifeMs = 180 * 24 * 3_600_000;

/** Multiplies each score by 1 to 1 + `recency_boost`, by the document's age, and sorts again. */
export const recencyStage: SearchStage = {
  name: 'recency',
  run(state, { request: { recency_boost: boost } }) {
    if (boost === 0) return state;
    const now = Date.now();
    const ranked = state.ranked
      .map((entry) => ({ ...entry, score: entry.score * (1 + boost * freshness(entry, now)) }))
      .toSorted((a, b) => b.score - a.score || (a.chunk.id < b.chunk.id ? -1 : 1));
    return { ...state, ranked };
  },
};

/** Returns 1 for today, halved with each half-life. */
function freshness({ chunk }: RankedChunk, now: number): number {
  const { date } = readDocumentDate(chunk);
  return 2 ** (-Math.max(0, now - date.getTime()) / halfLifeMs);
}
