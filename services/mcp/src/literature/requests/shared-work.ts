import { untilAborted } from '@lectern/service';

/** Work that several callers wait for. It is stopped when the last of them has left. */
export class SharedWork<Result> {
  readonly #abort = new AbortController();
  readonly #running: Promise<Result>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#running = work(this.#abort.signal);
    // A failure is told to whoever waits; when all have left nobody hears it.
    this.#running.catch(() => undefined);
  }

  /** Nobody may join any more. */
  get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Calls back when the work has ended in any way. */
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
