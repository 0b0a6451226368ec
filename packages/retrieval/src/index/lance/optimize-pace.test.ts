import { describe, expect, it } from '@jest/globals';
import { OptimizePace } from './optimize-pace.ts';

const commitTimes = (pace: OptimizePace, count: number, nowMs: number) =>
  Array.from({ length: count }, () => pace.recordCommit(nowMs)).at(-1);

describe('OptimizePace', () => {
  it('waits a moment after a commit, and not at all after the fortieth', () => {
    const pace = new OptimizePace();
    expect(commitTimes(pace, 39, 0)).toBe(1_500);
    expect(pace.recordCommit(0)).toBe(0);
    pace.recordStart();
    expect(pace.commits).toBe(0);
    expect(pace.recordCommit(0)).toBe(1_500);
  });

  it('rests four times as long as the last one took while commits go on, also after forty', () => {
    const pace = new OptimizePace();
    pace.recordEnd({ startedAtMs: 0, endedAtMs: 10_000 });
    expect(commitTimes(pace, 40, 20_000)).toBe(10_000);
    expect(pace.recordCommit(45_000)).toBe(5_000);
    expect(pace.recordCommit(50_000)).toBe(0);
  });

  it('rests no longer once nothing was written for as long as the last one took', () => {
    const pace = new OptimizePace();
    pace.recordEnd({ startedAtMs: 0, endedAtMs: 10_000 });
    expect(pace.recordCommit(11_000)).toBe(10_000);
    pace.recordEnd({ startedAtMs: 0, endedAtMs: 100 });
    expect(pace.recordCommit(110)).toBe(1_500);
  });

  it('takes a fifth of the time at most, however large the table is', () => {
    const pace = new OptimizePace();
    let nowMs = 0;
    let optimizingMs = 0;
    for (let rows = 1_000; rows <= 1_000_000; rows += 1_000) {
      nowMs += 1_000;
      if (pace.recordCommit(nowMs) > 1_000) continue;
      pace.recordStart();
      const tookMs = rows / 50;
      pace.recordEnd({ startedAtMs: nowMs, endedAtMs: nowMs + tookMs });
      nowMs += tookMs;
      optimizingMs += tookMs;
    }
    expect(optimizingMs).toBeGreaterThan(0);
    expect(optimizingMs / nowMs).toBeLessThan(0.21);
  });
});
