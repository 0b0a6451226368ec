const maxItems = 50;
const maxWaitMs = 1_000;

/** Hands on items together, one batch after the other: when they are many, or the first has waited. */
export class Batches<Item> {
  readonly #handle: (items: readonly Item[]) => Promise<void>;
  #items: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  #last = Promise.resolve();

  /** @param handle must not reject */
  constructor(handle: (items: readonly Item[]) => Promise<void>) {
    this.#handle = handle;
  }

  /** Waits for the batch that the item fills. */
  async add(item: Item): Promise<void> {
    this.#items.push(item);
    if (this.#items.length >= maxItems) await this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), maxWaitMs);
  }

  /** Waits until all items have been handled. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const items = this.#items;
    this.#items = [];
    this.#last = this.#last.then(() => this.#handle(items));
    return this.#last;
  }
}
