import { LRUCache } from 'lru-cache';

const maxTokens = 2_000;

/**
 * Caches the content of valid tokens until they expire; the least recently used is dropped first.
 */
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
