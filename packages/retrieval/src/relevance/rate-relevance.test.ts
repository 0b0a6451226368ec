import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type FusionOptions, fuse, type Rankings } from '../fusion/fuse.ts';
import { rateRelevance, rateReranked } from './rate-relevance.ts';

const dense = (...hits: [string, number][]) =>
  hits.map(([chunkId, distance]) => ({ chunkId, documentId: `of ${chunkId}`, distance }));
const keyword = (...hits: [string, number][]) =>
  hits.map(([chunkId, score]) => ({ chunkId, documentId: `of ${chunkId}`, score }));

const chunkIds = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 16 });
const anyRankings: fc.Arbitrary<Rankings> = fc
  .record({ dense: chunkIds, keyword: chunkIds })
  .map((ids) => ({
    dense: dense(...ids.dense.map((id, at): [string, number] => [id, Math.min(2, at * 0.1)])),
    keyword: keyword(...ids.keyword.map((id, at): [string, number] => [id, 40 / (at + 1)])),
  }));
const options: fc.Arbitrary<FusionOptions> = fc.record({
  method: fc.constantFrom('rrf', 'relative'),
  denseWeight: fc.double({ min: 0, max: 1, noNaN: true }),
  rrfK: fc.integer({ min: 1, max: 200 }),
});

const rate = (rankings: Rankings, how: FusionOptions) => [
  ...rateRelevance(rankings, fuse(rankings, how), how).values(),
];

describe('rateRelevance', () => {
  it('is from 0 to 1 and never rises down the list', () => {
    fc.assert(
      fc.property(anyRankings, options, (rankings, how) => {
        const relevances = rate(rankings, how);
        relevances.forEach((relevance, index) => {
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
          expect(relevance).toBeLessThanOrEqual(relevances[index - 1] ?? 1);
        });
      }),
    );
  });

  it('is higher for a query whose best passage stands out and shares more words', () => {
    const best = (distance: number, score: number) => {
      const rankings = { dense: dense(['a', distance], ['z', 1]), keyword: keyword(['a', score]) };
      return Math.max(...rate(rankings, { method: 'rrf', denseWeight: 0.3 }));
    };
    expect(best(0.2, 20)).toBeGreaterThan(best(0.8, 20));
    expect(best(0.2, 20)).toBeGreaterThan(best(0.2, 5));
    expect(best(0.2, 30)).toBeGreaterThan(0.9);
    expect(best(0.95, 0.5)).toBeLessThan(0.2);
  });
});

describe('rateReranked', () => {
  it('gives the best what fusion gave its best, and the others their share', () => {
    const rated = rateReranked([0.02, 0.01, 0], 0.6);
    expect(rated).toEqual([0.6, 0.3, 0]);
    expect(rateReranked([], 0.6)).toEqual([]);
    expect(rateReranked([0, 0], 0.6)).toEqual([0, 0]);
  });
});
