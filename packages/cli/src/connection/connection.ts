import { type EndpointName, endpoints } from '@lectern/contracts';
import {
  type CallOptions,
  type Client,
  createClient,
  type StreamedName,
  toAddress,
  type UploadName,
} from '@lectern/contracts/client';
import type { ConnectionSettings } from './resolve-connection.ts';

/** A suite that is called with one key. Every call throws `AppError`. */
export class Connection {
  readonly url: string;
  readonly #apiKey: string;
  /** Waits for a suite that is busy or restarting; the first call fails soon if there is none. */
  #client: Client;
  readonly #patient: Client;

  constructor({ url, apiKey }: ConnectionSettings) {
    this.url = url;
    this.#apiKey = apiKey;
    const open = (retries: number) =>
      createClient({ baseUrl: url, paths: 'gateway', retries, timeoutMs: callTimeoutMs });
    this.#patient = open(callRetries);
    this.#client = open(firstRetries);
  }

  /** Calls an endpoint, again while the suite is busy or away. */
  async call<Name extends EndpointName>(
    name: Name,
    options: Omit<CallOptions<Name>, 'token'> = {},
  ) {
    const answer = await this.#client.call<Name>(name, { ...options, token: this.#apiKey });
    this.#client = this.#patient;
    return answer;
  }

  /** The events of an endpoint as they come. */
  stream<Name extends StreamedName>(name: Name, options: Omit<CallOptions<Name>, 'token'> = {}) {
    return this.#client.stream<Name>(name, {
      timeoutMs: streamTimeoutMs,
      ...options,
      token: this.#apiKey,
    });
  }

  /** Sends files, again while the suite is busy or away. */
  upload<Name extends UploadName>(
    name: Name,
    form: FormData,
    options: Omit<CallOptions<Name>, 'token' | 'body'>,
  ) {
    return this.#patient.upload<Name>(name, form, {
      timeoutMs: uploadTimeoutMs,
      ...options,
      token: this.#apiKey,
    });
  }

  /** The answer of an endpoint as it comes, refused or not: for files and states. Nothing is retried. */
  fetch<Name extends EndpointName>(
    name: Name,
    { params, query, signal }: Pick<CallOptions<Name>, 'params' | 'query' | 'signal'> = {},
  ): Promise<Response> {
    const { method } = endpoints[name];
    const address = toAddress(endpoints[name], params, query);
    return this.request(address, { method, ...(signal && { signal }) });
  }

  /** A plain request, for MCP, which the endpoint table does not describe. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.#apiKey}`);
    // Followed elsewhere, a redirect would take the key and what was asked along.
    return fetch(`${this.url}${path}`, { ...init, headers, redirect: 'error' });
  }
}

const callRetries = 6;
const firstRetries = 1;
const callTimeoutMs = 120_000;
/** A turn takes five minutes at most. */
const streamTimeoutMs = 330_000;
const uploadTimeoutMs = 600_000;
