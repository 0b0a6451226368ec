import { IndexUnavailableError } from '../index-errors.ts';

/** More waiting searches could not be answered before any caller's deadline. */
const maxWaiting = 2_000;

export interface SlotOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * True for a further query of a search that has begun: it runs before all waiting first queries.
   */
  readonly isFollowUp?: boolean | undefined;
}

/**
 * Limits concurrent searches; the others wait in order, follow-ups first. A search keeps a core
 * busy; more of them than cores would only slow each other down, and the last ones most.
 */
export class SearchSlots {
  readonly #followUps: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /**
   * Runs the work in a free slot; skips it if the signal was aborted by then.
   * @throws IndexUnavailableError when too many searches are waiting.
   */
  async run<Result>(
    work: () => Promise<Result>,
    { signal, isFollowUp = false }: SlotOptions = {},
  ): Promise<Result> {
    await this.#acquire(isFollowUp ? this.#followUps : this.#others);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(queue: (() => void)[]): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#followUps.length + this.#others.length >= maxWaiting) {
      throw new IndexUnavailableError('Too many searches are waiting.');
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** A released slot goes straight to the next in line. */
  #release(): void {
    const next = this.#followUps.shift() ?? this.#others.shift();
    if (next) next();
    else this.#free += 1;
  }
}
