import { IndexUnavailableError } from '../index-errors.ts';

/** More than this many waiting searches could not be answered in any caller's time. */
const maxWaiting = 2_000;

export interface SlotOptions {
  readonly signal?: AbortSignal | undefined;
  /** A further recall of a search that has begun: it goes before all waiting first searches. */
  readonly isFollowUp?: boolean | undefined;
}

/**
 * Lets so many searches run at a time and the others wait in order, follow-ups first. A recall keeps
 * a core busy; more of them than cores would only slow each other down, and the unlucky ones most.
 */
export class SearchSlots {
  readonly #followUps: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /**
   * Runs the work when its turn comes; it is left out if the signal was aborted by then.
   * @throws IndexUnavailableError when too many wait already.
   */
  async run<Result>(
    work: () => Promise<Result>,
    { signal, isFollowUp = false }: SlotOptions = {},
  ): Promise<Result> {
    await this.#take(isFollowUp ? this.#followUps : this.#others);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#release();
    }
  }

  async #take(queue: (() => void)[]): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#followUps.length + this.#others.length >= maxWaiting) {
      throw new IndexUnavailableError('Too many searches are waiting.');
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** A slot goes straight to who is next. */
  #release(): void {
    const next = this.#followUps.shift() ?? this.#others.shift();
    if (next) next();
    else this.#free += 1;
  }
}
