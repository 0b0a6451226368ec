import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../suite/api.ts';

const maxTries = 5;
const pauseMs = 300;

/** Requests that ended well at once, after a repetition, and never. */
export interface LoadCounts {
  requests: number;
  retried: number;
  readonly failed: string[];
}

/** People who search, ask, list, upload and delete over one address, without a pause. */
export class Load implements AsyncDisposable {
  readonly counts: LoadCounts = { requests: 0, retried: 0, failed: [] };
  readonly documents: string[] = [];
  readonly #url: string;
  readonly #apiKey: string;
  readonly #stopped = new AbortController();
  readonly #work: Promise<unknown>;

  constructor({ url, apiKey }: Pick<Api, 'url' | 'apiKey'>, collectionId: string, clients = 2) {
    this.#url = url;
    this.#apiKey = apiKey;
    this.#work = Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let number = client; !this.#stopped.signal.aborted; number += clients) {
          await this.#act(number, collectionId);
        }
      }),
    );
  }

  /** Ends after the requests in flight. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#work;
  }

  /** A mix of ten requests; each that changes something can be repeated by its key. */
  async #act(number: number, collectionId: string): Promise<void> {
    const query = `passage ${number % 97}`;
    const json = (method: string, path: string, body: object) =>
      this.#send(`${method} ${path}`, () => ({
        method,
        path,
        headers: { 'content-type': 'application/json', 'idempotency-key': `load-${number}` },
        body: JSON.stringify(body),
      }));
    switch (number % 10) {
      case 0: {
        const answer = await this.#send('upload', () => {
          const body = new FormData();
          body.append('files', new Blob([`Document ${number}. ${query}.`]), `${number}.txt`);
          const path = `/api/collections/${collectionId}/documents`;
          return { method: 'POST', path, headers: {}, body };
        });
        const { documents } = (answer ?? { documents: [] }) as { documents: { id: string }[] };
        this.documents.push(...documents.map(({ id }) => id));
        return;
      }
      case 3:
        await this.#send('list', () => ({ method: 'GET', path: '/api/collections', headers: {} }));
        return;
      case 5:
        await json('POST', '/api/chat/mcp', { message: query });
        return;
      case 7:
        await json('POST', '/api/ask', { question: query });
        return;
      default:
        await json('POST', '/api/search', { query, limit: 5 });
    }
  }

  /** Repeats what a client may repeat: a broken connection, and the statuses that say so. */
  async #send(
    name: string,
    create: () => {
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string | FormData;
    },
  ): Promise<unknown> {
    this.counts.requests += 1;
    for (let attempt = 1; ; attempt += 1) {
      const { path, headers, ...init } = create();
      const said = await fetch(this.#url + path, {
        ...init,
        headers: { ...headers, authorization: `Bearer ${this.#apiKey}` },
        signal: AbortSignal.timeout(120_000),
      }).then(
        async (response) => ({
          status: response.status,
          text: await response.text(),
          retryAfterMs: Number(response.headers.get('retry-after')) * 1_000,
        }),
        (error: Error) => ({
          status: 0,
          text: String(error.cause ?? error.message),
          retryAfterMs: 0,
        }),
      );
      if (said.status >= 200 && said.status < 300) {
        if (attempt > 1) this.counts.retried += 1;
        return said.text.startsWith('{') ? JSON.parse(said.text) : undefined;
      }
      if (![0, 429, 502, 503, 504].includes(said.status) || attempt === maxTries) {
        this.counts.failed.push(`${name}: ${said.status} ${said.text.slice(0, 200)}`);
        return undefined;
      }
      await delay(Math.max(pauseMs * attempt, said.retryAfterMs));
    }
  }
}
