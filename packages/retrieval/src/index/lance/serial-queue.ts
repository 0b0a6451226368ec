export interface QueuedWrite<Item> {
  /** Consecutive writes of one kind are run together; their items have one type. */
  readonly kind: string;
  readonly items: readonly Item[];
  run(items: readonly Item[]): Promise<void>;
}

interface Waiting extends QueuedWrite<unknown> {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Runs writes one after the other. Writes that arrive while one runs are joined with neighbours of
 * their kind: a commit costs about the same for one document as for fifty.
 */
export class SerialQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maxItemsTogether: number;
  #running: Promise<void> | undefined;

  constructor(maxItemsTogether: number) {
    this.#maxItemsTogether = maxItemsTogether;
  }

  add<Item>(write: QueuedWrite<Item>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...(write as QueuedWrite<unknown>), resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing is waiting or running. */
  async whenIdle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #drain(): Promise<void> {
    for (let writes = this.#takeNext(); writes !== undefined; writes = this.#takeNext()) {
      try {
        await writes[0].run(writes.flatMap((write) => write.items));
        for (const write of writes) write.resolve();
      } catch (error) {
        for (const write of writes) write.reject(error);
      }
    }
    this.#running = undefined;
  }

  #takeNext(): [Waiting, ...Waiting[]] | undefined {
    const first = this.#waiting.shift();
    if (first === undefined) return undefined;
    const writes: [Waiting, ...Waiting[]] = [first];
    let itemCount = first.items.length;
    for (let next = this.#waiting[0]; next?.kind === first.kind; next = this.#waiting[0]) {
      itemCount += next.items.length;
      if (itemCount > this.#maxItemsTogether) break;
      this.#waiting.shift();
      writes.push(next);
    }
    return writes;
  }
}
