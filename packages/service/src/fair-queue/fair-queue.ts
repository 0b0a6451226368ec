import { AppError } from '@lectern/contracts';

export interface FairQueueOptions {
  /** Maximum concurrent tasks. */
  readonly maxRunning: number;
  /** Maximum queued tasks in total. */
  readonly maxWaiting: number;
  /** Maximum queued tasks per tenant. */
  readonly maxWaitingOfParty: number;
  /** Maximum queued tasks per person; default: the limit per tenant. */
  readonly maxWaitingOfPerson?: number;
}

/** Owner of a task: tenants take turns, however many tasks each has queued. */
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
 * Limits concurrent tasks and serves tenants in turn, so that a tenant with many tasks does not
 * delay one with few. Tasks of one tenant run in order of arrival. When the queue is full, a tenant
 * with fewer queued tasks replaces the last task of the tenant with the most.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiting = new Map<string, Set<Waiting>>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs a task when it is its turn.
   * @throws AppError `rate_limited` when the tenant or the person has too many queued tasks;
   *   `service_unavailable` when the queue is full and no tenant has more, or when another tenant
   *   took the place; the signal's reason while it waits.
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

  /**
   * Passes the free place to the first task of the first tenant, and moves that tenant to the end.
   */
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

  /** Rejects the last task of the tenant with the most, in favour of one with this many. */
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
