import { describe, expect, it } from '@jest/globals';
import { runClosedLoop } from './closed-loop.ts';
import { parseStat, readUsage } from './process-usage.ts';
import { quantile, summariseLoop } from './summarise.ts';

describe('runClosedLoop', () => {
  it('runs each operation once, never more at once than asked', async () => {
    const seen: number[] = [];
    let running = 0;
    let most = 0;
    const { latenciesMs, errors } = await runClosedLoop(
      async (index) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(index);
        running -= 1;
      },
      { concurrency: 3, count: 20, maxMs: 10_000 },
    );
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(most).toBe(3);
    expect(latenciesMs).toHaveLength(20);
    expect(errors).toBe(0);
  });

  it('counts failures and goes on', async () => {
    const outcome = await runClosedLoop(
      async (index) => {
        if (index % 2) throw new Error(`no ${index}`);
      },
      { concurrency: 1, count: 4, maxMs: 10_000 },
    );
    expect(outcome).toMatchObject({ errors: 2, firstError: 'Error: no 1' });
  });

  it('starts nothing after its time', async () => {
    const { latenciesMs } = await runClosedLoop(async () => {}, {
      concurrency: 2,
      count: 10,
      maxMs: 0,
    });
    expect(latenciesMs).toEqual([]);
  });
});

describe('summariseLoop', () => {
  it('gives quantiles by nearest rank', () => {
    const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.5, 0.95, 0.99].map((share) => quantile(sorted, share))).toEqual([50, 95, 99]);
    expect(quantile([7], 0.99)).toBe(7);
  });

  it('spreads the CPU time over the operations', () => {
    const outcome = { latenciesMs: [1, 3], errors: 0, firstError: undefined, elapsedMs: 4 };
    const usage = (cpuMs: number) => ({ cpuMs, cpuMsByName: { rag: cpuMs }, rssMb: 10, pssMb: 8 });
    expect(summariseLoop(outcome, usage(100), usage(130))).toMatchObject({
      operations: 2,
      per_second: 500,
      cpu_ms_per_operation: 15,
      cpu_ms_by_process: { rag: 15 },
      rss_mb: 10,
      pss_mb: 8,
    });
  });
});

describe('readUsage', () => {
  it('reads a process whose name holds blanks and parentheses', () => {
    const fields = ['S', 41, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 512];
    expect(parseStat(42, `42 (a) b) ${fields.join(' ')}`)).toEqual({
      pid: 42,
      parentPid: 41,
      cpuMs: 260,
      rssMb: 2,
    });
  });

  it('counts a process and what it started', () => {
    if (process.platform !== 'linux') return;
    const own = readUsage({ own: process.pid });
    const all = readUsage({ parent: process.ppid });
    expect(own?.rssMb).toBeGreaterThan(0);
    expect(all?.rssMb).toBeGreaterThanOrEqual(own?.rssMb ?? Number.POSITIVE_INFINITY);
  });
});
