import type { Report } from '../suite/report.ts';

/** A check that holds when the work ends, with the time that it took. */
export async function timed<Result>(
  report: Report,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  report.check(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`, []);
  return result;
}
