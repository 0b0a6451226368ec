import { untilAborted } from '@lectern/service';

/** Work that several callers wait for. It is aborted when the last of them leaves. */
export class SharedWork<Result> {
  readonly #abort = new AbortController();
  readonly #running: Promise<Result>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#running = work(this.#abort.signal);
    // Callers receive the failure; without callers it is ignored.
    this.#running.catch(() => undefined);
  }

  /** True once nobody may join. */
  get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Registers a listener for the end of the work. */
  onEnd(listener: () => void): void {
    this.#running.then(listener, listener);
  }

  /**
   * Waits for the result.
   * @throws the signal's reason.
   */
  async join(signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    this.#waiting += 1;
    try {
      return await untilAborted(this.#running, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abort.abort(signal.reason);
    }
  }
}
