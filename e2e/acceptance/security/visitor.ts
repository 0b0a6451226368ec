import type { Answer } from '../../suite/api.ts';

export interface Sent {
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: RequestInit['body'];
  readonly headers?: Readonly<Record<string, string>>;
}

let visitors = 0;

/** A browser at a network address of its own, from which limits are counted. It keeps cookies. */
export class Visitor {
  readonly url: string;
  readonly address: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    visitors += 1;
    this.url = url;
    this.address = `192.0.2.${visitors}`;
  }

  get headers(): Readonly<Record<string, string>> {
    return {
      origin: this.url,
      'x-forwarded-for': this.address,
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
  }

  /** Gives the answer whatever it is; redirects are not followed. */
  async send(method: string, path: string, { json, body, headers }: Sent = {}): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...this.headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  }

  post(path: string, json: unknown, headers?: Sent['headers']): Promise<Answer> {
    return this.send('POST', path, { json, ...(headers && { headers }) });
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
