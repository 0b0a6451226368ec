import { LRUCache } from 'lru-cache';

export interface ExpiringCacheOptions {
  readonly ttlMs: number;
  /** When there are more, the least recently used entry is dropped. */
  readonly maxEntries: number;
  /** Clock in milliseconds that is never at 0. */
  readonly now?: () => number;
}

/** Caches loaded values for a short time. Concurrent callers share one load. */
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

  /** Failed loads are not cached. */
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
