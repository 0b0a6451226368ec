const commitsBeforeOptimize = 40;
const idleBeforeOptimizeMs = 1_500;
/**
 * An optimisation reads all rows of a table, however few of them are new, so the pause after it is
 * this many times its duration. It takes a fifth of the time of loading a table at most; after
 * every so many rows the total work would grow with the square of the table. After a time without
 * writes as long as the optimisation, loading is over or slow, and the pause ends, since each
 * search scans the new rows until then.
 */
const restsAnOptimize = 4;

/** Decides when a table is optimised next. Times are of one clock, in milliseconds. */
export class OptimizePace {
  #commits = 0;
  #tookMs = 0;
  #restsUntilMs = Number.NEGATIVE_INFINITY;

  /** Commits since the last optimisation began. */
  get commits(): number {
    return this.#commits;
  }

  /**
   * Records a commit that has just ended; returns how long to wait from now, unless another one
   * follows.
   */
  recordCommit(nowMs: number): number {
    this.#commits += 1;
    const calmMs = Math.max(idleBeforeOptimizeMs, this.#tookMs);
    const restMs = Math.min(calmMs, Math.max(0, this.#restsUntilMs - nowMs));
    return this.#commits < commitsBeforeOptimize ? Math.max(idleBeforeOptimizeMs, restMs) : restMs;
  }

  recordStart(): void {
    this.#commits = 0;
  }

  /** Records an optimisation that ended or failed. */
  recordEnd({ startedAtMs, endedAtMs }: { startedAtMs: number; endedAtMs: number }): void {
    this.#tookMs = endedAtMs - startedAtMs;
    this.#restsUntilMs = endedAtMs + restsAnOptimize * this.#tookMs;
  }
}
