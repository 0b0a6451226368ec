/** A browser's requests from our own pages: it keeps cookies and names its origin. */
export class Session {
  readonly #url: string;
  readonly #cookies: Map<string, string>;

  constructor(url: string, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#url = url;
    this.#cookies = new Map(cookies);
  }

  /** Returns a session with the same cookies at another address. */
  at(url: string): Session {
    return new Session(url, this.#cookies);
  }

  /** @throws Error when the answer is no success. */
  post(path: string, body: unknown): Promise<unknown> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The same; a redirect is answered as JSON to who is no browser. */
  get(path: string): Promise<unknown> {
    return this.#send(path, { redirect: 'manual' });
  }

  async #send(path: string, request: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.#url}${path}`, {
      ...request,
      headers: {
        ...request.headers,
        origin: this.#url,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  }
}
