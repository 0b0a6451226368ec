import { AppError } from '@lectern/contracts';

export interface FairQueueOptions {
  /** Works that run at once. */
  readonly maxRunning: number;
  /** Works that wait, of all together. */
  readonly maxWaiting: number;
  /** Of them those of one party. */
  readonly maxWaitingOfParty: number;
  /** Of them those of one person; default: as many as of the party. */
  readonly maxWaitingOfPerson?: number;
}

/** Whose work it is: parties take turns, whatever each has waiting. */
export interface QueueOwner {
  readonly party: string;
  readonly person?: string;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly person: string;
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Lets so many works run at a time. Those that wait are taken from one party after the other, so
 * that nobody's many hold up another one's few; of one party in the order of their coming. When all
 * places to wait are taken, who has fewer waiting gets the last place of the party with the most.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiting = new Map<string, Set<Waiting>>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs the work when its turn comes.
   * @throws AppError `rate_limited` when the party or the person has too many waiting,
   *   `service_unavailable` when all together have and no party has more than this one, or when its
   *   place goes to another party; and the signal's reason while it waits.
   */
  async run<Result>(owner: QueueOwner, work: () => Promise<Result>): Promise<Result> {
    owner.signal?.throwIfAborted();
    if (this.#running < this.#options.maxRunning) this.#running += 1;
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #wait({ party, person = '', signal }: QueueOwner): Promise<void> {
    const { maxWaitingOfParty, maxWaitingOfPerson = maxWaitingOfParty } = this.#options;
    const queue = this.#waiting.get(party) ?? new Set();
    const ofPerson = [...queue].filter((waiting) => waiting.person === person).length;
    if (ofPerson >= maxWaitingOfPerson || queue.size >= maxWaitingOfParty) {
      throw new AppError('rate_limited');
    }
    if (this.#countWaiting() >= this.#options.maxWaiting) this.#makeRoom(queue.size);
    const turn = Promise.withResolvers<void>();
    const waiting = { person, start: turn.resolve, refuse: turn.reject };
    const giveUp = () => {
      this.#leave(party, waiting);
      turn.reject(signal?.reason);
    };
    queue.add(waiting);
    this.#waiting.set(party, queue);
    signal?.addEventListener('abort', giveUp, { once: true });
    await turn.promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** A place goes straight to who is next: the first party's first, and that party to the end. */
  #release(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [party, queue] = first;
    const [next] = queue;
    this.#waiting.delete(party);
    if (next) queue.delete(next);
    if (queue.size > 0) this.#waiting.set(party, queue);
    next?.start();
  }

  /** Refuses the last of the party with the most waiting, in favour of one with so many. */
  #makeRoom(waitingOfParty: number): void {
    const refusal = new AppError('service_unavailable');
    const [most] = [...this.#waiting].toSorted(([, a], [, b]) => b.size - a.size);
    const last = most && [...most[1]].at(-1);
    if (!most || !last || most[1].size <= waitingOfParty + 1) throw refusal;
    this.#leave(most[0], last);
    last.refuse(refusal);
  }

  #leave(party: string, waiting: Waiting): void {
    const queue = this.#waiting.get(party);
    queue?.delete(waiting);
    if (queue?.size === 0) this.#waiting.delete(party);
  }

  #countWaiting(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }
}
