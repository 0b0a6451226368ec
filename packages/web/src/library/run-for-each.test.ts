import { describe, expect, it } from '@jest/globals';
import { runForEach } from './run-for-each.ts';

describe('acting on many', () => {
  it('goes on after one that fails, and gives the first reason', async () => {
    const acted: number[] = [];
    const reasons = [new Error('gone'), new Error('locked')];
    const result = await runForEach([1, 2, 3, 4], async (item) => {
      acted.push(item);
      if (item % 2 === 0) throw reasons[item / 2 - 1];
    });
    expect(acted).toEqual([1, 2, 3, 4]);
    expect(result).toEqual({ done: [1, 3], failedCount: 2, error: reasons[0] });
  });
});
