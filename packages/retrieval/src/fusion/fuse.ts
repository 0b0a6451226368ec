import type { DenseHit, KeywordHit } from '../index/hybrid-index.ts';

/**
 * How two rankings become one.
 *
 * - `rrf`: reciprocal rank fusion, the sum of `weight / (rrfK + rank)` over the rankings that hold
 *   the chunk, ranks from 1.
 * - `relative`: the weighted sum of scores, each brought to 0..1 over its own ranking.
 */
export type FusionMethod = 'rrf' | 'relative';

export interface FusionOptions {
  readonly method: FusionMethod;
  /**
   * Weight of the dense ranking, 0 to 1; the keyword ranking has the rest. Where documents have
   * weights of their own, a function of the document's id.
   */
  readonly denseWeight: number | ((documentId: string) => number);
  /** Flattens `rrf`: the larger, the less the first ranks stand out. 60 unless given. */
  readonly rrfK?: number;
}

/** Both rankings of one query, best first. A ranking that was not made is empty. */
export interface Recalls {
  readonly dense: readonly DenseHit[];
  readonly keyword: readonly KeywordHit[];
}

/** A chunk that at least one ranking holds, with all that is known of it; null where it is not. */
export interface FusedCandidate {
  readonly chunkId: string;
  readonly documentId: string;
  /** Place in the dense ranking, from 1. */
  readonly denseRank: number | null;
  /** Place in the keyword ranking, from 1. */
  readonly keywordRank: number | null;
  /** Cosine distance, 0 to 2. */
  readonly denseDistance: number | null;
  readonly bm25: number | null;
  /** 1 for the nearest chunk of the dense ranking, 0 for its farthest. */
  readonly denseNormalized: number | null;
  /** 1 for the best BM25 of the keyword ranking, 0 for its lowest. */
  readonly bm25Normalized: number | null;
  /** What candidates are ordered by. */
  readonly fused: number;
  /** Place after fusion, from 1. */
  readonly rank: number;
}

const defaultRrfK = 60;

interface Placed {
  readonly rank: number;
  readonly raw: number;
  readonly normalized: number;
}

/**
 * Joins two rankings by chunk id. Every chunk of either comes out, best first; equal scores are
 * ordered by the better of the two ranks, then by chunk id. A chunk that a ranking holds twice
 * counts by its first place.
 */
export function fuse(recalls: Recalls, options: FusionOptions): FusedCandidate[] {
  if (typeof options.denseWeight === 'number') requireWeight(options.denseWeight);
  const dense = place(recalls.dense, ({ distance }) => distance);
  const keyword = place(recalls.keyword, ({ score }) => score);
  const documents = new Map(
    [...recalls.dense, ...recalls.keyword].map((hit) => [hit.chunkId, hit.documentId]),
  );
  return Array.from(documents, ([chunkId, documentId]) => {
    const inDense = dense.get(chunkId);
    const inKeyword = keyword.get(chunkId);
    const fused = addPoints({ inDense, inKeyword }, documentId, options);
    return {
      chunkId,
      documentId,
      denseRank: inDense?.rank ?? null,
      keywordRank: inKeyword?.rank ?? null,
      denseDistance: inDense?.raw ?? null,
      bm25: inKeyword?.raw ?? null,
      denseNormalized: inDense?.normalized ?? null,
      bm25Normalized: inKeyword?.normalized ?? null,
      fused,
    };
  })
    .sort(
      (a, b) =>
        b.fused - a.fused ||
        bestRank(a) - bestRank(b) ||
        (a.chunkId < b.chunkId ? -1 : Number(a.chunkId > b.chunkId)),
    )
    .map((candidate, index) => ({ ...candidate, rank: index + 1 }));
}

/** What a chunk of the document would have if it were first in every ranking that was made. */
export function maxFused(recalls: Recalls, options: FusionOptions, documentId: string): number {
  const first: Placed = { rank: 1, raw: 0, normalized: 1 };
  const inDense = recalls.dense.length > 0 ? first : undefined;
  const inKeyword = recalls.keyword.length > 0 ? first : undefined;
  return addPoints({ inDense, inKeyword }, documentId, options);
}

interface Places {
  readonly inDense: Placed | undefined;
  readonly inKeyword: Placed | undefined;
}

function addPoints(
  { inDense, inKeyword }: Places,
  documentId: string,
  { method, denseWeight, rrfK = defaultRrfK }: FusionOptions,
): number {
  const points = ({ rank, normalized }: Placed, weight: number) =>
    method === 'rrf' ? weight / (rrfK + rank) : weight * normalized;
  const weight =
    typeof denseWeight === 'number' ? denseWeight : requireWeight(denseWeight(documentId));
  return (inDense ? points(inDense, weight) : 0) + (inKeyword ? points(inKeyword, 1 - weight) : 0);
}

function requireWeight(weight: number): number {
  if (weight >= 0 && weight <= 1) return weight;
  throw new RangeError('The dense weight must be from 0 to 1.');
}

/** Rank and scores by chunk id. The first hit's value normalises to 1, the last one's to 0. */
function place<Hit extends { readonly chunkId: string }>(
  hits: readonly Hit[],
  readValue: (hit: Hit) => number,
): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  const values = hits.map(readValue);
  const best = values[0] ?? 0;
  const worst = values.at(-1) ?? 0;
  for (const hit of hits) {
    if (placed.has(hit.chunkId)) continue;
    const raw = readValue(hit);
    const normalized = best === worst ? 1 : (raw - worst) / (best - worst);
    placed.set(hit.chunkId, { rank: placed.size + 1, raw, normalized });
  }
  return placed;
}

function bestRank({
  denseRank,
  keywordRank,
}: Pick<FusedCandidate, 'denseRank' | 'keywordRank'>): number {
  return Math.min(denseRank ?? Number.POSITIVE_INFINITY, keywordRank ?? Number.POSITIVE_INFINITY);
}
