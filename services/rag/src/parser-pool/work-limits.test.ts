import { describe, expect, it } from '@jest/globals';
import { findExceeded, toWorkLimits } from './work-limits.ts';

const lane = { timeMs: 50_000, clockMs: 500_000 };
const kilobytes = 1024;
const small = toWorkLimits(9 * kilobytes, lane);
const large = toWorkLimits(3 * 1024 * kilobytes, lane);

describe('the time of a file', () => {
  it.each([
    ['a small file that works on', small, 16_000, 16_000],
    ['a small file that works on, on a busy machine', small, 4_000, 40_000],
    ['a large file that works on', large, 51_000, 51_000],
    ['a large file that works on, on a busy machine', large, 34_000, 55_000],
    ['a file that nothing moves', small, 0, 501_000],
  ])('is over for %s', (_what, limits, workedMs, passedMs) => {
    expect(findExceeded({ workedMs, passedMs }, limits)).toBeDefined();
  });

  it.each([
    ['a small readable file that a busy machine keeps waiting', small, 2_500, 400_000],
    ['a large readable file that a busy machine keeps waiting', large, 20_000, 400_000],
    ['an unusual file on an idle machine', large, 45_000, 45_000],
  ])('is not over for %s', (_what, limits, workedMs, passedMs) => {
    expect(findExceeded({ workedMs, passedMs }, limits)).toBeUndefined();
  });

  it('is never more than that of its lane', () => {
    const light = toWorkLimits(9 * kilobytes, { timeMs: 2_000, clockMs: 2_000 });
    expect(findExceeded({ workedMs: 100, passedMs: 2_001 }, light)).toBe(2_000);
    expect(light.timeMs).toBe(2_000);
  });
});
