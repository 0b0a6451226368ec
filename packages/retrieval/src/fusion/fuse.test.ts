import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DenseHit, KeywordHit } from '../index/hybrid-index.ts';
import { type FusionOptions, fuse, type Rankings } from './fuse.ts';

const dense = (...hits: [string, number][]): DenseHit[] =>
  hits.map(([chunkId, distance]) => ({ chunkId, documentId: `of ${chunkId}`, distance }));
const keyword = (...hits: [string, number][]): KeywordHit[] =>
  hits.map(([chunkId, score]) => ({ chunkId, documentId: `of ${chunkId}`, score }));

const chunkIds = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 16 });
const anyRankings: fc.Arbitrary<Rankings> = fc
  .record({ dense: chunkIds, keyword: chunkIds, seed: fc.nat(1_000) })
  .map((ids) => ({
    dense: dense(
      ...ids.dense.map((id, at): [string, number] => [id, Math.min(2, at * 0.1 + ids.seed / 2e3)]),
    ),
    keyword: keyword(
      ...ids.keyword.map((id, at): [string, number] => [id, 40 / (at + 1) + ids.seed / 1e3]),
    ),
  }));
const options: fc.Arbitrary<FusionOptions & { readonly denseWeight: number }> = fc.record({
  method: fc.constantFrom('rrf', 'relative'),
  denseWeight: fc.double({ min: 0, max: 1, noNaN: true }),
  rrfK: fc.integer({ min: 1, max: 200 }),
});

describe('fuse', () => {
  it('adds weight / (rrfK + rank) over the rankings', () => {
    const [first, second, third] = fuse(
      { dense: dense(['a', 0.1], ['b', 0.2]), keyword: keyword(['b', 9], ['c', 3]) },
      { method: 'rrf', denseWeight: 0.3, rrfK: 60 },
    );
    expect(first).toMatchObject({ chunkId: 'b', denseRank: 2, keywordRank: 1, rank: 1 });
    expect(first?.fused).toBeCloseTo(0.3 / 62 + 0.7 / 61, 12);
    expect(second).toMatchObject({ chunkId: 'c', denseRank: null, keywordRank: 2, rank: 2 });
    expect(second?.fused).toBeCloseTo(0.7 / 62, 12);
    expect(third).toMatchObject({ chunkId: 'a', denseRank: 1, keywordRank: null, bm25: null });
    expect(third?.fused).toBeCloseTo(0.3 / 61, 12);
  });

  it('adds weighted scores, each brought to 0..1 over its ranking', () => {
    const fused = fuse(
      {
        dense: dense(['a', 0.2], ['b', 0.4], ['c', 1.2]),
        keyword: keyword(['c', 10], ['b', 4], ['d', 2]),
      },
      { method: 'relative', denseWeight: 0.5 },
    );
    expect(fused.map(({ chunkId }) => chunkId)).toEqual(['b', 'a', 'c', 'd']);
    const [b] = fused;
    expect(b?.denseNormalized).toBeCloseTo(0.8, 12);
    expect(b?.bm25Normalized).toBeCloseTo(0.25, 12);
    expect(b?.fused).toBeCloseTo(0.525, 12);
    expect(fused[3]).toMatchObject({ denseNormalized: null, bm25Normalized: 0, fused: 0 });
  });

  it('gives all of a ranking with equal scores the full normalised score', () => {
    const fused = fuse(
      { dense: [], keyword: keyword(['a', 5], ['b', 5]) },
      { method: 'relative', denseWeight: 0.5 },
    );
    expect(fused.map(({ bm25Normalized }) => bm25Normalized)).toEqual([1, 1]);
  });

  it('keeps the order of the only ranking, even at weight 0', () => {
    const only = { dense: dense(['b', 0.1], ['a', 0.3]), keyword: [] };
    for (const method of ['rrf', 'relative'] as const) {
      const fused = fuse(only, { method, denseWeight: 0 });
      expect(fused.map(({ chunkId }) => chunkId)).toEqual(['b', 'a']);
    }
  });

  it('gives nothing for nothing', () => {
    expect(fuse({ dense: [], keyword: [] }, { method: 'rrf', denseWeight: 0.5 })).toEqual([]);
  });

  it('refuses a weight outside 0 to 1', () => {
    const empty = { dense: [], keyword: [] };
    for (const denseWeight of [-0.1, 1.1, Number.NaN]) {
      expect(() => fuse(empty, { method: 'rrf', denseWeight })).toThrow(RangeError);
    }
  });

  it('weighs a chunk by its own document', () => {
    const weights = new Map([
      ['of a', 0.8],
      ['of b', 0.1],
    ]);
    const fused = fuse(
      { dense: dense(['a', 0.1], ['b', 0.2]), keyword: keyword(['b', 9], ['a', 3]) },
      { method: 'rrf', rrfK: 60, denseWeight: (documentId) => weights.get(documentId) ?? 0.5 },
    );
    const scores = new Map(fused.map((candidate) => [candidate.chunkId, candidate.fused]));
    expect(scores.get('a')).toBeCloseTo(0.8 / 61 + 0.2 / 62, 12);
    expect(scores.get('b')).toBeCloseTo(0.1 / 62 + 0.9 / 61, 12);
  });

  it('holds every chunk of either ranking once, ranked from 1 by falling score', () => {
    fc.assert(
      fc.property(anyRankings, options, (rankings, how) => {
        const fused = fuse(rankings, how);
        const all = [...rankings.dense, ...rankings.keyword].map(({ chunkId }) => chunkId);
        expect(new Set(fused.map(({ chunkId }) => chunkId))).toEqual(new Set(all));
        expect(fused).toHaveLength(new Set(all).size);
        fused.forEach((candidate, index) => {
          expect(candidate.rank).toBe(index + 1);
          const next = fused[index + 1];
          if (next) expect(candidate.fused).toBeGreaterThanOrEqual(next.fused);
        });
      }),
    );
  });

  it('explains every rrf score by the ranks it reports', () => {
    fc.assert(
      fc.property(anyRankings, options, (rankings, how) => {
        const rrfK = how.rrfK ?? 60;
        for (const candidate of fuse(rankings, { ...how, method: 'rrf' })) {
          const { denseRank, keywordRank } = candidate;
          const explained =
            (denseRank === null ? 0 : how.denseWeight / (rrfK + denseRank)) +
            (keywordRank === null ? 0 : (1 - how.denseWeight) / (rrfK + keywordRank));
          expect(candidate.fused).toBeCloseTo(explained, 12);
        }
      }),
    );
  });

  it('does not depend on the order in which chunks first appear', () => {
    fc.assert(
      fc.property(anyRankings, options, ({ dense: first, keyword: second }, how) => {
        const swapped = {
          dense: second.map(({ score, ...hit }) => ({ ...hit, distance: -score })),
          keyword: first.map(({ distance, ...hit }) => ({ ...hit, score: -distance })),
        };
        const order = fuse({ dense: first, keyword: second }, how);
        const mirrored = fuse(swapped, { ...how, denseWeight: 1 - how.denseWeight });
        const scores = (candidates: typeof order) =>
          new Map(candidates.map(({ chunkId, fused }) => [chunkId, Number(fused.toFixed(9))]));
        expect(scores(mirrored)).toEqual(scores(order));
      }),
    );
  });
});
