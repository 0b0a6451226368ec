import { setTimeout as delay } from 'node:timers/promises';
import { AddressRefusedError } from '@lectern/service';
import type { z } from 'zod';
import { requirePlainRight } from '../check-address.ts';
import { type SourceContext, SourceError } from '../source-adapter.ts';

export type HttpContext = Pick<SourceContext, 'fetch' | 'privateHosts'>;

export interface HttpLimits {
  /** Time for one answer with its body. */
  readonly answerMs: number;
  /** A server that asks for a longer pause has failed. */
  readonly maxWaitMs: number;
}

const maxTries = 3;
const maxRedirects = 5;
const maxJsonBytes = 20 * 1024 ** 2;
/** Statuses of a server that may answer later. */
const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** GitHub asks for it after a secondary limit without a time. */
const unnamedLimitMs = 60_000;

interface RequestOptions {
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

/**
 * Requests an address, again after the pause that a busy server asks for. Redirects are returned.
 * @throws SourceError for a status of 400 and above.
 */
export async function request(
  { fetch, privateHosts }: HttpContext,
  url: URL,
  { signal, limits: { answerMs, maxWaitMs }, ...init }: RequestOptions,
): Promise<Response> {
  requirePlainRight(url, privateHosts);
  for (let attempt = 1; ; attempt += 1) {
    // Also ends the reading of the body, whose parts may come slowly without end.
    const until = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    const response = await fetch(url, { ...init, signal: until, redirect: 'manual' });
    const { status } = response;
    if (status < 400) return response;
    const isLimited = status === 429 || (status === 403 && (await namesLimit(response)));
    await response.body?.cancel().catch(() => {});
    const failure = describeStatus(isLimited ? 429 : status);
    const waitMs = findWait(response) ?? (status === 403 ? unnamedLimitMs : attempt * 1_000);
    const isBusy = isLimited || busyStatuses.has(status);
    if (!isBusy || attempt >= maxTries || waitMs > maxWaitMs) throw failure;
    await delay(waitMs, undefined, { signal });
  }
}

/** GitHub answers 403 at both of its limits; the secondary one is named in the text alone. */
async function namesLimit({ headers, body }: Response): Promise<boolean> {
  if (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0') return true;
  for await (const part of body ?? []) return /rate limit/i.test(Buffer.from(part).toString());
  return false;
}

/** Returns the pause that the server asks for. */
function findWait({ headers }: Response): number | undefined {
  const asked = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1_000;
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
  const at = isUsedUp ? Number(headers.get('x-ratelimit-reset')) * 1_000 : Date.parse(asked);
  // A second more, since clocks differ.
  return at > 0 ? Math.max(at - Date.now(), 0) + 1_000 : undefined;
}

/** @throws SourceError `too_large` */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new SourceError('too_large', 'The answer is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function describeStatus(status: number): SourceError {
  if (status === 401 || status === 403) {
    return new SourceError('access_denied', `The server refuses access (${status}).`);
  }
  if (status === 404 || status === 410) {
    return new SourceError('source_not_found', `It does not exist there (${status}).`);
  }
  if (status === 429) return new SourceError('rate_limited', 'The server allows no more requests.');
  if (status >= 500) return new SourceError('unreachable', `The server fails (${status}).`);
  return new SourceError('invalid_answer', `The server rejects the request (${status}).`);
}

/** Returns the failure of a request with a message for people. */
export function toHttpError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressRefusedError) {
      return new SourceError('address_refused', `Refused: ${cause.message}.`, { cause: error });
    }
    if (cause.name === 'TimeoutError') {
      return new SourceError('time_limit', 'The server takes too long to answer.', {
        cause: error,
      });
    }
  }
  return new SourceError('unreachable', 'The server cannot be reached.', { cause: error });
}

export interface ApiOptions {
  readonly context: HttpContext;
  /** Beginning of all addresses, without a slash at its end. */
  readonly base: string;
  /** Sent to the server of `base` alone, since they hold the credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: HttpLimits;
}

export interface ApiAnswer<Answer> {
  readonly answer: Answer;
  readonly headers: Headers;
}

export const apiLimits = {
  answerMs: 60_000,
  maxWaitMs: 5 * 60_000,
  /** Time for a whole listing. */
  listMs: 2 * 3_600_000,
};

/** Calls an API that answers JSON. */
export class ApiClient {
  readonly #options: ApiOptions;
  readonly #origin: string;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#origin = new URL(options.base).origin;
  }

  /**
   * Returns an answer of the form of `schema`, and its headers.
   * @throws SourceError
   */
  async call<Answer>(
    schema: z.ZodType<Answer>,
    path: string,
    { signal, body }: { readonly signal: AbortSignal; readonly body?: object },
  ): Promise<ApiAnswer<Answer>> {
    try {
      const url = this.#resolve(path);
      if (url.origin !== this.#origin) throw unexpected();
      const response = await this.#open(url, signal, body);
      const text = (await readBody(response, maxJsonBytes)).toString('utf8');
      const { data } = schema.safeParse(parseJson(text));
      if (data === undefined) throw unexpected();
      return { answer: data, headers: response.headers };
    } catch (error) {
      signal.throwIfAborted();
      throw toHttpError(error);
    }
  }

  /** Opens a file, also of another server to which this one leads. @throws SourceError */
  async download(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    try {
      return readParts(await this.#open(this.#resolve(path), signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw toHttpError(error);
    }
  }

  #resolve(path: string): URL {
    const { base } = this.#options;
    return new URL(/^https?:/.test(path) ? path : `${base}/${path.replace(/^\/+/, '')}`);
  }

  async #open(address: URL, signal: AbortSignal, body?: object): Promise<Response> {
    const { context, headers, limits } = this.#options;
    let url = address;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await request(context, url, {
        limits,
        signal,
        headers: url.origin === this.#origin ? headers : {},
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      const target = response.headers.get('location');
      if (response.status < 300 || !target) return response;
      await response.body?.cancel();
      url = new URL(target, url);
    }
    throw new SourceError('invalid_answer', 'The server redirects too often.');
  }
}

async function* readParts(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    signal.throwIfAborted();
    throw toHttpError(error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected();
  }
}

function unexpected(): SourceError {
  return new SourceError('invalid_answer', 'The server does not answer as expected.');
}
