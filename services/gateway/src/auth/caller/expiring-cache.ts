import { LRUCache } from 'lru-cache';

export interface ExpiringCacheOptions {
  readonly ttlMs: number;
  /** The one that was asked for least lately goes when there are more. */
  readonly maxEntries: number;
  /** Milliseconds of a clock that never stands at 0. */
  readonly now?: () => number;
}

/** Remembers what was loaded for a short while. Callers that come at once share one load. */
export class ExpiringCache<Value> {
  readonly #entries: LRUCache<string, Promise<Value>>;

  constructor({ ttlMs, maxEntries, now }: ExpiringCacheOptions) {
    this.#entries = new LRUCache({
      max: maxEntries,
      ttl: ttlMs,
      ttlResolution: 0,
      ...(now && { perf: { now } }),
    });
  }

  /** A failed load is not remembered. */
  getOrLoad(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    if (known) return known;
    const value = load();
    this.#entries.set(key, value);
    value.catch(() => {
      if (this.#entries.peek(key) === value) this.#entries.delete(key);
    });
    return value;
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
