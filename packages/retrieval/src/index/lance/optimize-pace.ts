const commitsBeforeOptimize = 40;
const idleBeforeOptimizeMs = 1_500;
/**
 * Optimising goes through all rows of a table, however few of them are new: after each it rests this
 * many times as long as it took. So it takes a fifth of the time of loading a table at most, where
 * one after so many rows would make the work of loading grow with the square of the table. Once nothing
 * was written for as long as it took, loading is over or slow, and it rests no longer: until then each
 * search goes through what is new row by row.
 */
const restsAnOptimize = 4;

/** Tells when a table is to be optimised next. Times are of one clock, in milliseconds. */
export class OptimizePace {
  #commits = 0;
  #tookMs = 0;
  #restsUntilMs = Number.NEGATIVE_INFINITY;

  /** Since the last optimisation began. */
  get commits(): number {
    return this.#commits;
  }

  /** Of a commit that has just ended; gives how long to wait from now, unless another one comes. */
  recordCommit(nowMs: number): number {
    this.#commits += 1;
    const calmMs = Math.max(idleBeforeOptimizeMs, this.#tookMs);
    const restMs = Math.min(calmMs, Math.max(0, this.#restsUntilMs - nowMs));
    return this.#commits < commitsBeforeOptimize ? Math.max(idleBeforeOptimizeMs, restMs) : restMs;
  }

  recordStart(): void {
    this.#commits = 0;
  }

  /** Of an optimisation that ended or failed. */
  recordEnd({ startedAtMs, endedAtMs }: { startedAtMs: number; endedAtMs: number }): void {
    this.#tookMs = endedAtMs - startedAtMs;
    this.#restsUntilMs = endedAtMs + restsAnOptimize * this.#tookMs;
  }
}
