export interface ExpiringCacheOptions {
  readonly ttlMs: number;
  /** The oldest entry goes when there are more. */
  readonly maxEntries: number;
  readonly now?: () => number;
}

/** Remembers what was loaded for a short while. Callers that come at once share one load. */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();
  readonly #ttlMs: number;
  readonly #maxEntries: number;
  readonly #now: () => number;

  constructor({ ttlMs, maxEntries, now = Date.now }: ExpiringCacheOptions) {
    this.#ttlMs = ttlMs;
    this.#maxEntries = maxEntries;
    this.#now = now;
  }

  /** A failed load is not remembered. */
  getOrLoad(key: string, load: () => Promise<Value>): Promise<Value> {
    const found = this.#entries.get(key);
    if (found && found.until > this.#now()) return found.value;
    const entry = { value: load(), until: this.#now() + this.#ttlMs };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    if (this.#entries.size > this.#maxEntries) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return entry.value;
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
