import { describe, expect, it } from '@jest/globals';
import { bootstrapInterval, mean, median, ndcg, recall, reciprocalRank } from './metrics.ts';

const judgements = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 2],
  ['d', 0],
]);

describe('ndcg', () => {
  it('is 1 for the best order', () => {
    expect(ndcg(['a', 'c', 'b'], judgements, 10)).toBeCloseTo(1, 12);
  });

  it('takes grades as they are and discounts them by rank', () => {
    const ideal = 3 + 2 / Math.log2(3) + 1 / 2;
    expect(ndcg(['b', 'x', 'a'], judgements, 10)).toBeCloseTo((1 + 3 / 2) / ideal, 12);
  });

  it('looks no deeper than asked', () => {
    expect(ndcg(['x', 'a'], judgements, 1)).toBe(0);
    expect(ndcg(['a', 'x'], judgements, 1)).toBeCloseTo(1, 12);
  });

  it('counts a repeated document once', () => {
    expect(ndcg(['a', 'a', 'c', 'b'], judgements, 10)).toBeCloseTo(1, 12);
  });

  it('is 0 when nothing is relevant', () => {
    expect(ndcg(['d'], new Map([['d', 0]]), 10)).toBe(0);
  });
});

describe('recall', () => {
  it('is the share of relevant documents within the depth', () => {
    expect(recall(['a', 'x', 'b', 'c'], judgements, 3)).toBeCloseTo(2 / 3, 12);
    expect(recall(['d'], judgements, 100)).toBe(0);
  });
});

describe('reciprocalRank', () => {
  it('is one over the place of the first relevant document', () => {
    expect(reciprocalRank(['x', 'y', 'c', 'a'], judgements, 10)).toBeCloseTo(1 / 3, 12);
    expect(reciprocalRank(['x', 'y', 'c'], judgements, 2)).toBe(0);
    expect(reciprocalRank(['d'], judgements, 10)).toBe(0);
  });
});

describe('bootstrapInterval', () => {
  const values = Array.from({ length: 200 }, (_, index) => (index % 4) / 3);

  it('holds the mean and narrows with more values', () => {
    const wide = bootstrapInterval(values.slice(0, 20), { seed: 1, resamples: 1000 });
    const narrow = bootstrapInterval(values, { seed: 1, resamples: 1000 });
    expect(narrow.low).toBeLessThan(mean(values));
    expect(narrow.high).toBeGreaterThan(mean(values));
    expect(narrow.high - narrow.low).toBeLessThan(wide.high - wide.low);
  });

  it('depends on the seed alone', () => {
    const options = { seed: 7, resamples: 500 };
    expect(bootstrapInterval(values, options)).toEqual(bootstrapInterval(values, options));
    expect(bootstrapInterval(values, options)).not.toEqual(
      bootstrapInterval(values, { seed: 8, resamples: 500 }),
    );
  });
});

describe('median', () => {
  it.each([
    [[], 0],
    [[7], 7],
    [[30, 10, 20], 20],
    [[4, 1, 3, 2], 3],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});
