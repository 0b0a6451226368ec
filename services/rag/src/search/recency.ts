import type { RankedChunk } from './ranked-chunk.ts';

/** A document of this age has half of a fresh document's advantage. */
const halfLifeMs = 180 * 24 * 3_600_000;

/** Multiplies each score by 1 to 1 + `boost`, by the document's age, and orders anew. */
export function applyRecency(
  ranked: readonly RankedChunk[],
  boost: number,
  now: Date,
): RankedChunk[] {
  return ranked
    .map((entry) => {
      const ageMs = Math.max(0, now.getTime() - entry.chunk.created_at.getTime());
      return { ...entry, score: entry.score * (1 + boost * 2 ** (-ageMs / halfLifeMs)) };
    })
    .toSorted((a, b) => b.score - a.score || (a.chunk.id < b.chunk.id ? -1 : 1));
}
