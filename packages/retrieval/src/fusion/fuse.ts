import type { DenseHit, KeywordHit } from '../index/hybrid-index.ts';

/**
 * Method of joining two rankings.
 *
 * - `rrf`: reciprocal rank fusion, the sum of `weight / (rrfK + rank)` over the rankings that
 *   contain the chunk, ranks from 1.
 * - `relative`: the weighted sum of scores, each normalised to 0..1 over its own ranking.
 */
export type FusionMethod = 'rrf' | 'relative';

export interface FusionOptions {
  readonly method: FusionMethod;
  /**
   * Weight of the dense ranking, 0 to 1; the keyword ranking has the rest. A function of the
   * document's id where documents have weights of their own.
   */
  readonly denseWeight: number | ((documentId: string) => number);
  /** Smooths `rrf`: the larger, the less the first ranks stand out. 60 unless given. */
  readonly rrfK?: number;
}

/** Both rankings of one query, best first. A ranking that was not made is empty. */
export interface Rankings {
  readonly dense: readonly DenseHit[];
  readonly keyword: readonly KeywordHit[];
}

/** A chunk of at least one ranking with its ranks and scores, null where it is not in a ranking. */
export interface FusedCandidate {
  readonly chunkId: string;
  readonly documentId: string;
  /** Rank in the dense ranking, from 1. */
  readonly denseRank: number | null;
  /** Rank in the keyword ranking, from 1. */
  readonly keywordRank: number | null;
  /** Cosine distance, 0 to 2. */
  readonly denseDistance: number | null;
  readonly bm25: number | null;
  /** 1 for the nearest chunk of the dense ranking, 0 for the farthest. */
  readonly denseNormalized: number | null;
  /** 1 for the best BM25 of the keyword ranking, 0 for the lowest. */
  readonly bm25Normalized: number | null;
  /** Fused score, which candidates are ordered by. */
  readonly fused: number;
  /** Rank after fusion, from 1. */
  readonly rank: number;
}

const defaultRrfK = 60;

interface Placed {
  readonly rank: number;
  readonly raw: number;
  readonly normalized: number;
}

/**
 * Joins two rankings by chunk id. Returns every chunk of either, best first; equal scores are
 * ordered by the better of the two ranks, then by chunk id. Only the first place of a chunk in a
 * ranking counts.
 */
export function fuse(rankings: Rankings, options: FusionOptions): FusedCandidate[] {
  if (typeof options.denseWeight === 'number') requireWeight(options.denseWeight);
  const candidates = new Map<string, Candidate>();
  visitPlaced(rankings.dense, readDistance, (hit, { rank, raw, normalized }) => {
    const candidate = findCandidate(candidates, hit);
    candidate.denseRank = rank;
    candidate.denseDistance = raw;
    candidate.denseNormalized = normalized;
  });
  visitPlaced(rankings.keyword, readScore, (hit, { rank, raw, normalized }) => {
    const candidate = findCandidate(candidates, hit);
    candidate.keywordRank = rank;
    candidate.bm25 = raw;
    candidate.bm25Normalized = normalized;
  });
  const ordered = [...candidates.values()];
  for (const candidate of ordered) candidate.fused = addPoints(candidate, options);
  ordered.sort(
    (a, b) =>
      b.fused - a.fused ||
      bestRank(a) - bestRank(b) ||
      (a.chunkId < b.chunkId ? -1 : Number(a.chunkId > b.chunkId)),
  );
  ordered.forEach((candidate, index) => {
    candidate.rank = index + 1;
  });
  return ordered;
}

/**
 * Returns the fused score that a chunk of the document would have as the first of every ranking.
 */
export function maxFused(rankings: Rankings, options: FusionOptions, documentId: string): number {
  const isDense = rankings.dense.length > 0;
  const isKeyword = rankings.keyword.length > 0;
  const places = {
    documentId,
    denseRank: isDense ? 1 : null,
    denseNormalized: isDense ? 1 : null,
    keywordRank: isKeyword ? 1 : null,
    bm25Normalized: isKeyword ? 1 : null,
  };
  return addPoints(places, options);
}

/** A candidate under construction: one object per chunk, since a search fuses hundreds. */
type Candidate = { -readonly [Field in keyof FusedCandidate]: FusedCandidate[Field] };

function findCandidate(
  candidates: Map<string, Candidate>,
  { chunkId, documentId }: DenseHit | KeywordHit,
): Candidate {
  const known = candidates.get(chunkId);
  if (known) return known;
  const candidate: Candidate = {
    chunkId,
    documentId,
    denseRank: null,
    keywordRank: null,
    denseDistance: null,
    bm25: null,
    denseNormalized: null,
    bm25Normalized: null,
    fused: 0,
    rank: 0,
  };
  candidates.set(chunkId, candidate);
  return candidate;
}

type Places = Pick<
  FusedCandidate,
  'documentId' | 'denseRank' | 'denseNormalized' | 'keywordRank' | 'bm25Normalized'
>;

function addPoints(
  { documentId, denseRank, denseNormalized, keywordRank, bm25Normalized }: Places,
  { method, denseWeight, rrfK = defaultRrfK }: FusionOptions,
): number {
  const weight =
    typeof denseWeight === 'number' ? denseWeight : requireWeight(denseWeight(documentId));
  if (method === 'rrf') {
    return (
      (denseRank === null ? 0 : weight / (rrfK + denseRank)) +
      (keywordRank === null ? 0 : (1 - weight) / (rrfK + keywordRank))
    );
  }
  return weight * (denseNormalized ?? 0) + (1 - weight) * (bm25Normalized ?? 0);
}

function requireWeight(weight: number): number {
  if (weight >= 0 && weight <= 1) return weight;
  throw new RangeError('The dense weight must be from 0 to 1.');
}

const readDistance = ({ distance }: DenseHit) => distance;
const readScore = ({ score }: KeywordHit) => score;

/** Visits each chunk's first hit. The first hit's value normalises to 1, the last one's to 0. */
function visitPlaced<Hit extends { readonly chunkId: string }>(
  hits: readonly Hit[],
  readValue: (hit: Hit) => number,
  visit: (hit: Hit, placed: Placed) => void,
): void {
  const [first] = hits;
  const last = hits.at(-1);
  if (first === undefined || last === undefined) return;
  const best = readValue(first);
  const worst = readValue(last);
  const seen = new Set<string>();
  for (const hit of hits) {
    if (seen.has(hit.chunkId)) continue;
    seen.add(hit.chunkId);
    const raw = readValue(hit);
    const normalized = best === worst ? 1 : (raw - worst) / (best - worst);
    visit(hit, { rank: seen.size, raw, normalized });
  }
}

function bestRank({
  denseRank,
  keywordRank,
}: Pick<FusedCandidate, 'denseRank' | 'keywordRank'>): number {
  return Math.min(denseRank ?? Number.POSITIVE_INFINITY, keywordRank ?? Number.POSITIVE_INFINITY);
}
