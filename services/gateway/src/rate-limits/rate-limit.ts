import { AppError, type QuotaName } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import { LRUCache } from 'lru-cache';
import type { SharedBuckets } from './shared-buckets.ts';
import { TokenBuckets } from './token-buckets.ts';

export interface RateLimitOptions {
  /** Prefix of the keys of this limit. */
  readonly name: string;
  /** Named in errors if the limit is an organisation's quota. */
  readonly quota?: QuotaName;
  /** Rate, and size of a burst. */
  readonly perMinute: number;
  readonly shared: SharedBuckets;
  readonly logger: Logger;
  readonly maxKeys?: number;
  readonly now?: () => number;
}

interface Held {
  tokens: number;
  /** Unused tokens expire then. */
  until: number;
  /** The shared bucket is empty until then. */
  emptyUntil: number;
  /** The shared bucket was unreachable and is not tried until then. */
  aloneUntil: number;
  renewal: Promise<void> | undefined;
}

const heldForMs = 5_000;
const alonePauseMs = 5_000;

/**
 * Rate limit per key over all processes. Tokens for a second of full use are leased from the shared
 * bucket, so that most requests need no query. While it is unreachable, each process applies the
 * limit alone.
 */
export class RateLimit {
  readonly limit: number;
  /** When there are too many keys, the least recently used one is dropped. */
  readonly #held: LRUCache<string, Held>;
  readonly #name: string;
  readonly #perMinute: number;
  readonly #shared: SharedBuckets;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #alone: TokenBuckets;
  readonly #details: object;

  constructor(options: RateLimitOptions) {
    const { name, quota, perMinute, shared, logger, maxKeys = 10_000, now = Date.now } = options;
    this.limit = perMinute;
    this.#details = quota ? { quota, used: perMinute, limit: perMinute } : {};
    this.#name = name;
    this.#perMinute = perMinute;
    this.#shared = shared;
    this.#logger = logger;
    this.#held = new LRUCache({ max: maxKeys });
    this.#now = now;
    this.#alone = new TokenBuckets({ perMinute, maxKeys, now });
  }

  /** @throws AppError `rate_limited` with the seconds until the next one is allowed. */
  async consume(key: string): Promise<void> {
    const held = this.#find(key);
    for (;;) {
      const now = this.#now();
      if (now < held.emptyUntil) {
        const seconds = Math.ceil((held.emptyUntil - now) / 1_000);
        const details = { retry_after: seconds, ...this.#details };
        throw new AppError('rate_limited', undefined, { details });
      }
      if (now < held.aloneUntil) return this.#alone.consume(key);
      if (now < held.until && held.tokens >= 1) {
        held.tokens -= 1;
        return;
      }
      held.renewal ??= this.#renew(key, held).finally(() => {
        held.renewal = undefined;
      });
      await held.renewal;
    }
  }

  async #renew(key: string, held: Held): Promise<void> {
    const wanted = Math.ceil(this.#perMinute / 60);
    try {
      const { granted, left } = await this.#shared.lease(
        `${this.#name} ${key}`,
        wanted,
        this.#perMinute,
      );
      const now = this.#now();
      held.tokens = granted;
      held.until = now + heldForMs;
      if (granted < 1) held.emptyUntil = now + Math.ceil(((1 - left) * 60_000) / this.#perMinute);
    } catch (error) {
      held.aloneUntil = this.#now() + alonePauseMs;
      this.#logger.warn(
        { err: error, limit: this.#name },
        'rate limits are not shared: the database is unavailable',
      );
    }
  }

  #find(key: string): Held {
    const found = this.#held.get(key);
    if (found) return found;
    const held = { tokens: 0, until: 0, emptyUntil: 0, aloneUntil: 0, renewal: undefined };
    this.#held.set(key, held);
    return held;
  }
}
