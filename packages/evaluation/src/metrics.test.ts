import { describe, expect, it } from '@jest/globals';
import {
  bootstrapInterval,
  bpref,
  mean,
  median,
  ndcg,
  pairedPValue,
  percentile95,
  recall,
  reciprocalRank,
} from './metrics.ts';

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

describe('bpref', () => {
  const judged = new Map([
    ['r1', 3],
    ['r2', 1],
    ['w1', 0],
    ['w2', 0],
    ['w3', 0],
  ]);

  it.each([
    [['r1', 'r2', 'w1'], 1],
    [['new', 'r1', 'new2', 'r2'], 1],
    [['w1', 'r1', 'r2'], 1 / 2],
    [['r1', 'w1', 'r2'], 3 / 4],
    [['w1', 'w2', 'w3', 'r1', 'r2'], 0],
    [['r1'], 1 / 2],
    [['r1', 'r1'], 1 / 2],
    [[], 0],
  ])('of %j is %d', (ranking, expected) => {
    expect(bpref(ranking, judged)).toBeCloseTo(expected, 12);
  });

  it('takes no more wrong ones into account than there are', () => {
    const few = new Map([...['a', 'b', 'c'].map((id) => [id, 1] as const), ['w', 0] as const]);
    expect(bpref(['w', 'a', 'b', 'c'], few)).toBe(0);
    expect(bpref(['a', 'w', 'b', 'c'], few)).toBeCloseTo(1 / 3, 12);
    expect(bpref(['a'], new Map([['a', 0]]))).toBe(0);
  });
});

describe('pairedPValue', () => {
  const options = { seed: 3, resamples: 4_000 };

  it('is the share of sign patterns that give as much: 2 of 32 for five equal gains', () => {
    expect(pairedPValue([0.2, 0.2, 0.2, 0.2, 0.2, 0, 0], options)).toBeCloseTo(2 / 32, 1);
    expect(pairedPValue(Array<number>(20).fill(-0.1), options)).toBeLessThan(0.001);
  });

  it('is 1 where nothing differs or gains and losses are even', () => {
    expect(pairedPValue([0, 0, 0], options)).toBe(1);
    expect(pairedPValue([0.5, -0.5], options)).toBe(1);
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

describe('times', () => {
  it.each([
    [[], 0, 0],
    [[7], 7, 7],
    [[30, 10, 20], 20, 30],
    [[4, 1, 3, 2], 3, 4],
    [Array.from({ length: 100 }, (_, index) => 100 - index), 51, 95],
  ])('of %j have a middle and a value that few exceed', (values, middle, few) => {
    expect([median(values), percentile95(values)]).toEqual([middle, few]);
  });
});
