import { IndexUnavailableError } from '../index-errors.ts';

/** More waiting searches could not be answered before any caller's deadline. */
const maxWaiting = 2_000;

export interface SlotOptions {
  /** Tenant of the search. Tenants are served in turn, however many searches each has queued. */
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
  /**
   * True for a further query of a search that has begun: it runs before all waiting first queries
   * of its tenant.
   */
  readonly isFollowUp?: boolean | undefined;
}

interface Line {
  readonly followUps: (() => void)[];
  readonly others: (() => void)[];
}

/**
 * Limits concurrent searches; the others wait. A search keeps a core busy; more of them than cores
 * would only slow each other down, and the last ones most. Searches of one tenant run in order,
 * follow-ups first.
 */
export class SearchSlots {
  /** Waiting searches by tenant; the next tenant is first. */
  readonly #lines = new Map<string, Line>();
  #waiting = 0;
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
    { owner, signal, isFollowUp = false }: SlotOptions,
  ): Promise<Result> {
    await this.#acquire(owner, isFollowUp);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(owner: string, isFollowUp: boolean): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting >= maxWaiting) {
      throw new IndexUnavailableError('Too many searches are waiting.');
    }
    const line = this.#lines.get(owner) ?? { followUps: [], others: [] };
    this.#lines.set(owner, line);
    this.#waiting += 1;
    await new Promise<void>((resolve) => (isFollowUp ? line.followUps : line.others).push(resolve));
  }

  /** A released slot goes straight to the next tenant, which moves to the end. */
  #release(): void {
    const [first] = this.#lines;
    if (!first) {
      this.#free += 1;
      return;
    }
    const [owner, line] = first;
    const next = line.followUps.shift() ?? line.others.shift();
    this.#lines.delete(owner);
    if (line.followUps.length + line.others.length > 0) this.#lines.set(owner, line);
    this.#waiting -= 1;
    next?.();
  }
}
