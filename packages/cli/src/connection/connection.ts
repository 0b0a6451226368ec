import { type CallOptions, type Client, createClient, type EndpointName } from '@lectern/contracts';
import type { ConnectionSettings } from './resolve-connection.ts';

/** A suite that is called with one key. */
export class Connection {
  readonly url: string;
  readonly #apiKey: string;
  readonly #client: Client;

  constructor({ url, apiKey }: ConnectionSettings) {
    this.url = url;
    this.#apiKey = apiKey;
    this.#client = createClient({
      baseUrl: url,
      paths: 'gateway',
      retries: callRetries,
      timeoutMs: callTimeoutMs,
    });
  }

  /** Calls an endpoint, again while the suite is busy or away. Throws `AppError`. */
  call<Name extends EndpointName>(name: Name, options: Omit<CallOptions<Name>, 'token'> = {}) {
    return this.#client.call(name, { ...options, token: this.#apiKey });
  }

  /** A plain request, for forms, event streams and routes outside of the endpoint table. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.#apiKey}`);
    return fetch(`${this.url}${path}`, { ...init, headers });
  }
}

const callRetries = 6;
const callTimeoutMs = 120_000;
