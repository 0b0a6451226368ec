const maxTokens = 2_000;

/** Remembers what valid tokens say, each until it expires; the oldest go first when it is full. */
export class VerifiedTokens<Content> {
  readonly #entries = new Map<string, { content: Content; expiresAtMs: number }>();

  find(token: string): Content | undefined {
    const entry = this.#entries.get(token);
    if (!entry) return undefined;
    if (entry.expiresAtMs > Date.now()) return entry.content;
    this.#entries.delete(token);
    return undefined;
  }

  add(token: string, content: Content, expiresAtMs: number): void {
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= maxTokens) this.#entries.delete(oldest);
    this.#entries.set(token, { content, expiresAtMs });
  }
}
