import type { DenseHit, KeywordHit } from './hybrid-index.ts';

/** Hits to fetch beyond the limit, so that equal values at its edge are cut by id. */
export const extraHits = 8;

/** A hit as a store returns it: its value is a distance or a score. */
export interface IndexHit {
  readonly chunkId: string;
  readonly documentId: string;
  readonly value: number;
}

/** Ranks the nearest hits first. Rounding may put a distance just outside its range. */
export function rankByDistance(hits: readonly IndexHit[], limit: number): DenseHit[] {
  return hits
    .map(({ chunkId, documentId, value }) => ({
      chunkId,
      documentId,
      distance: Math.min(2, Math.max(0, value)),
    }))
    .sort((a, b) => a.distance - b.distance || compareIds(a, b))
    .slice(0, limit);
}

/** Ranks the best hits first. Scores are divided by `scale`. */
export function rankByScore(hits: readonly IndexHit[], limit: number, scale = 1): KeywordHit[] {
  return hits
    .map(({ chunkId, documentId, value }) => ({ chunkId, documentId, score: value / scale }))
    .sort((a, b) => b.score - a.score || compareIds(a, b))
    .slice(0, limit);
}

export function checkLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new RangeError('The limit must be a whole number from 1.');
  }
}

export function checkDimensions(vector: Float32Array, dimensions: number): void {
  if (vector.length === dimensions) return;
  throw new RangeError(`The vector has ${vector.length} dimensions; the index has ${dimensions}.`);
}

function compareIds(a: Pick<IndexHit, 'chunkId'>, b: Pick<IndexHit, 'chunkId'>): number {
  if (a.chunkId === b.chunkId) return 0;
  return a.chunkId < b.chunkId ? -1 : 1;
}
