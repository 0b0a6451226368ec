import { AppError } from '@lectern/contracts';
import { LRUCache } from 'lru-cache';

export interface TokenBucketsOptions {
  /** Rate, and size of a burst. */
  readonly perMinute: number;
  readonly maxKeys?: number;
  readonly now?: () => number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Rate limit per key in this process. */
export class TokenBuckets {
  /** When there are too many keys, the least recently used one is dropped. */
  readonly #buckets: LRUCache<string, Bucket>;
  readonly #perMinute: number;
  readonly #now: () => number;

  constructor({ perMinute, maxKeys = 10_000, now = Date.now }: TokenBucketsOptions) {
    this.#perMinute = perMinute;
    this.#buckets = new LRUCache({ max: maxKeys });
    this.#now = now;
  }

  /** @throws AppError `rate_limited` with the seconds until the next one is allowed. */
  consume(key: string): void {
    const now = this.#now();
    const bucket = this.#find(key, now);
    const perMs = this.#perMinute / 60_000;
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + (now - bucket.filledAt) * perMs);
    bucket.filledAt = now;
    if (bucket.tokens < 1) {
      const seconds = Math.ceil((1 - bucket.tokens) / perMs / 1_000);
      throw new AppError('rate_limited', undefined, { details: { retry_after: seconds } });
    }
    bucket.tokens -= 1;
  }

  #find(key: string, now: number): Bucket {
    const found = this.#buckets.get(key);
    if (found) return found;
    const bucket = { tokens: this.#perMinute, filledAt: now };
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
