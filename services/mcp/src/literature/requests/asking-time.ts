/**
 * Time that a service may take for one question, all tries together. Waiting for a turn, which others
 * use up, does not count; a wait that the service itself asks for does.
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

  /** Counts what the work takes. */
  async count<Result>(work: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.spend(performance.now() - started);
    }
  }
}
