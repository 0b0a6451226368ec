import { AppError } from '@lectern/contracts';

export interface FairQueueOptions {
  /** Maximum concurrent tasks. */
  readonly maxRunning: number;
  /** Maximum concurrent tasks per tenant; default: the limit in total. */
  readonly maxRunningPerTenant?: number;
  /** Maximum queued tasks in total. */
  readonly maxWaiting: number;
  /** Maximum queued tasks per tenant. */
  readonly maxWaitingPerTenant: number;
  /** Maximum queued tasks per person; default: the limit per tenant. */
  readonly maxWaitingPerPerson?: number;
}

/** A task's place in the queue. */
export interface QueueEntry {
  /** Tenant of the task. Tenants are served in turn, however many tasks each has queued. */
  readonly owner: string;
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
  /** Number of running tasks by tenant. */
  readonly #running = new Map<string, number>();

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs a task when it is its turn.
   * @throws AppError `rate_limited` when the tenant or the person has too many queued tasks;
   *   `service_unavailable` when the queue is full and no tenant has more, or when another tenant
   *   took the place; the signal's reason while it waits.
   */
  async run<Result>(entry: QueueEntry, work: () => Promise<Result>): Promise<Result> {
    entry.signal?.throwIfAborted();
    const { owner } = entry;
    if (this.#mayRun(owner)) this.#addRunning(owner, 1);
    else await this.#wait(entry);
    try {
      return await work();
    } finally {
      this.#addRunning(owner, -1);
      this.#startNext();
    }
  }

  async #wait({ owner, person = '', signal }: QueueEntry): Promise<void> {
    const { maxWaitingPerTenant, maxWaitingPerPerson = maxWaitingPerTenant } = this.#options;
    const queue = this.#waiting.get(owner) ?? new Set();
    const ofPerson = [...queue].filter((waiting) => waiting.person === person).length;
    if (ofPerson >= maxWaitingPerPerson || queue.size >= maxWaitingPerTenant) {
      throw new AppError('rate_limited');
    }
    if (this.#countWaiting() >= this.#options.maxWaiting) this.#makeRoom(queue.size);
    const turn = Promise.withResolvers<void>();
    const waiting = { person, start: turn.resolve, refuse: turn.reject };
    const giveUp = () => {
      this.#leave(owner, waiting);
      turn.reject(signal?.reason);
    };
    queue.add(waiting);
    this.#waiting.set(owner, queue);
    signal?.addEventListener('abort', giveUp, { once: true });
    await turn.promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Starts the first task of the first tenant that may run one more, and moves it to the end. */
  #startNext(): void {
    const first = [...this.#waiting].find(([owner]) => this.#mayRun(owner));
    if (!first) return;
    const [owner, queue] = first;
    const [next] = queue;
    this.#waiting.delete(owner);
    if (next) queue.delete(next);
    if (queue.size > 0) this.#waiting.set(owner, queue);
    this.#addRunning(owner, 1);
    next?.start();
  }

  #mayRun(owner: string): boolean {
    const { maxRunning, maxRunningPerTenant = maxRunning } = this.#options;
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    return running < maxRunning && (this.#running.get(owner) ?? 0) < maxRunningPerTenant;
  }

  #addRunning(owner: string, by: number): void {
    const count = (this.#running.get(owner) ?? 0) + by;
    if (count > 0) this.#running.set(owner, count);
    else this.#running.delete(owner);
  }

  /** Rejects the last task of the tenant with the most, in favour of one with this many. */
  #makeRoom(waitingOfOwner: number): void {
    const refusal = new AppError('service_unavailable');
    const [most] = [...this.#waiting].toSorted(([, a], [, b]) => b.size - a.size);
    const last = most && [...most[1]].at(-1);
    if (!most || !last || most[1].size <= waitingOfOwner + 1) throw refusal;
    this.#leave(most[0], last);
    last.refuse(refusal);
  }

  #leave(owner: string, waiting: Waiting): void {
    const queue = this.#waiting.get(owner);
    queue?.delete(waiting);
    if (queue?.size === 0) this.#waiting.delete(owner);
  }

  #countWaiting(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }
}
