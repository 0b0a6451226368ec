/**
 * Time of a service for one question, over all tries. Waits in the queue do not count; pauses that
 * the service requests do.
 */
export class AskingTime {
  #leftMs: number;

  constructor(timeoutMs: number) {
    this.#leftMs = timeoutMs;
  }

  get leftMs(): number {
    return Math.max(0, this.#leftMs);
  }

  spend(durationMs: number): void {
    this.#leftMs -= durationMs;
  }

  /** Adds the duration of the work. */
  async count<Result>(work: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.spend(performance.now() - started);
    }
  }
}
