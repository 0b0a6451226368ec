import { LRUCache } from 'lru-cache';

const maxTokens = 2_000;

/** Remembers what valid tokens say, each until it expires; what is asked for least goes first. */
export class VerifiedTokens<Content extends object> {
  readonly #entries = new LRUCache<string, Content>({
    max: maxTokens,
    ttlResolution: 0,
    // Tokens expire by the wall clock.
    perf: { now: () => Date.now() },
  });

  find(token: string): Content | undefined {
    return this.#entries.get(token);
  }

  add(token: string, content: Content, expiresAtMs: number): void {
    const ttl = expiresAtMs - Date.now();
    if (ttl > 0) this.#entries.set(token, content, { ttl });
  }
}
