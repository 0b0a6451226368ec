export type RecordedService = 'ncbi' | 'clinicaltrials';

export class ArrivedRequests {
  readonly #times: Record<RecordedService, number[]> = { ncbi: [], clinicaltrials: [] };

  add(service: RecordedService, now = performance.now()): void {
    this.#times[service].push(now);
  }

  count(service: RecordedService): number {
    return this.#times[service].length;
  }

  /** The most that arrived within any stretch of this length. */
  maxWithin(service: RecordedService, windowMs: number): number {
    const times = this.#times[service];
    let most = 0;
    let first = 0;
    times.forEach((time, index) => {
      while (time - (times[first] ?? time) >= windowMs) first += 1;
      most = Math.max(most, index - first + 1);
    });
    return most;
  }

  /** Requests that arrived within the last stretch of this length. */
  recent(service: RecordedService, windowMs: number, now = performance.now()): number {
    return this.#times[service].filter((time) => now - time < windowMs).length;
  }
}
