import { IndexUnavailableError } from '../index-errors.ts';

/** More than this many waiting recalls could not be answered in any caller's time. */
const maxWaiting = 2_000;

/**
 * Lets so many recalls run at a time and the others wait in order. A recall keeps a core busy; more
 * of them than cores would only slow each other down, and the unlucky ones most.
 */
export class RecallSlots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /**
   * Runs the work when its turn comes; it is left out if the signal was aborted by then.
   * @throws IndexUnavailableError when too many wait already.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#take();
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#release();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= maxWaiting) {
      throw new IndexUnavailableError('Too many searches are waiting.');
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** A slot goes straight to who has waited longest. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
