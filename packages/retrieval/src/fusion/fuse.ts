import type { DenseHit, KeywordHit } from '../index/hybrid-index.ts';
import { rateEvidence } from './rate-evidence.ts';

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
  /** Weight of the dense ranking, 0 to 1; the keyword ranking has the rest. */
  readonly denseWeight: number;
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
  /** `fused` over the most that a chunk first in every ranking would have, 0 to 1. */
  readonly fusedShare: number;
  /** How far this query's rankings show that anything relevant was found, 0 to 1. */
  readonly evidence: number;
  /** Place after fusion, from 1. */
  readonly rank: number;
}

const DEFAULT_RRF_K = 60;

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
  const { method, denseWeight, rrfK = DEFAULT_RRF_K } = options;
  if (!(denseWeight >= 0 && denseWeight <= 1)) {
    throw new RangeError('The dense weight must be from 0 to 1.');
  }
  const dense = place(recalls.dense, ({ distance }) => distance);
  const keyword = place(recalls.keyword, ({ score }) => score);
  const points = ({ rank, normalized }: Placed, weight: number) =>
    method === 'rrf' ? weight / (rrfK + rank) : weight * normalized;
  const best: Placed = { rank: 1, raw: 0, normalized: 1 };
  const most =
    (dense.size > 0 ? points(best, denseWeight) : 0) +
    (keyword.size > 0 ? points(best, 1 - denseWeight) : 0);
  const evidence = rateEvidence(recalls);

  const documents = new Map(
    [...recalls.dense, ...recalls.keyword].map((hit) => [hit.chunkId, hit.documentId]),
  );
  return Array.from(documents, ([chunkId, documentId]) => {
    const inDense = dense.get(chunkId);
    const inKeyword = keyword.get(chunkId);
    const fused =
      (inDense ? points(inDense, denseWeight) : 0) +
      (inKeyword ? points(inKeyword, 1 - denseWeight) : 0);
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
      fusedShare: most > 0 ? Math.min(1, fused / most) : 0,
      evidence,
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
