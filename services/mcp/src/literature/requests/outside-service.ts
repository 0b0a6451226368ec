import { AppError } from '@lectern/contracts';
import { retry } from '@lectern/contracts/retry';
import { withinTime, withSpan } from '@lectern/service';
import { unreadableAnswer } from '../answers/answer-error.ts';
import type { RateToken } from './rate-tokens.ts';
import { pauseAsked, type RequestTurns } from './request-queue.ts';

export interface RetryPolicy {
  /** Maximum tries. */
  readonly maxAttempts: number;
  readonly backoff: 'exponential' | 'linear';
}

export interface OutsideServiceOptions {
  /** Name in errors and spans. */
  readonly name: string;
  readonly baseUrl: string;
  readonly turns: RequestTurns;
  /** Timeout of one try, from sending to the end of the answer. */
  readonly timeoutMs: number;
  /** Sent in the body of a POST, so that no access log contains them. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** The organisation, the retries and the timeout of a request. */
export interface OutsideCall extends RetryPolicy {
  readonly organisationId: string;
  /** Aborted at the deadline and when the caller is gone. */
  readonly signal: AbortSignal;
  /** Maximum time of the service over all tries, without waits in the queue. */
  readonly askingMs?: number | undefined;
  /** Precedes the organisation's other requests, since it completes what they began. */
  readonly isEnding?: boolean | undefined;
}

export interface OutsideRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A raw answer and the value that was parsed from it. */
export interface Fetched<Value> {
  readonly raw: string;
  readonly value: Value;
  readonly fetchedAt: Date;
}

/**
 * An outside service behind its published rate limit. All retries happen here: after retryable
 * errors of `read`, while the service is unavailable, and after a requested pause.
 */
export class OutsideService {
  readonly #options: OutsideServiceOptions;

  constructor(options: OutsideServiceOptions) {
    this.#options = options;
  }

  /** @param build Called for each try when its turn comes. */
  async ask<Value>(
    build: () => OutsideRequest,
    read: (text: string) => Value,
    call: OutsideCall,
  ): Promise<Fetched<Value>> {
    const { signal } = call;
    const { turns, timeoutMs } = this.#options;
    const time = new AskingTime(call.askingMs ?? Number.POSITIVE_INFINITY);
    let tries = 0;
    const tryOnce = async () => {
      tries += 1;
      const patienceMs = Math.min(time.leftMs, timeoutMs);
      time.spend(Math.min(turns.pausedMs, time.leftMs));
      const token = await turns.acquire(call.organisationId, { ...call, patienceMs });
      return this.#use(token, build(), { read, signal, time });
    };
    const { maxAttempts } = call;
    const delayMsAfter = (error: unknown, attempts: number) =>
      time.leftMs > turns.pausedMs ? findDelayMs(call, error, attempts) : undefined;
    try {
      return await this.#inSpan(() => retry({ maxAttempts, delayMsAfter, signal }, tryOnce));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, details } = error;
      throw new AppError(code, message, { cause: error, details: { ...details, tries } });
    }
  }

  #inSpan<Result>(work: () => Promise<Result>): Promise<Result> {
    return withSpan(`fetch ${this.#options.name}`, { kind: 'client' }, work);
  }

  async #use<Value>(
    token: RateToken,
    request: OutsideRequest,
    { read, signal, time }: Sending & { readonly read: (text: string) => Value },
  ): Promise<Fetched<Value>> {
    let raw: string;
    try {
      raw = await time.count(() => this.#send(request, { signal, time }));
    } finally {
      await token.giveBack();
    }
    return { raw, value: read(raw), fetchedAt: new Date() };
  }

  async #send({ path, parameters }: OutsideRequest, { signal, time }: Sending): Promise<string> {
    const { name, baseUrl, credentials, turns } = this.#options;
    const timeoutMs = Math.min(this.#options.timeoutMs, Math.ceil(time.leftMs));
    const query = new URLSearchParams({ ...parameters, ...credentials });
    // A redirect would send the credentials elsewhere.
    const redirect = 'manual';
    const ask = (inTime: AbortSignal) =>
      credentials
        ? fetch(`${baseUrl}${path}`, { method: 'POST', body: query, signal: inTime, redirect })
        : fetch(`${baseUrl}${path}?${query}`, { signal: inTime, redirect });
    try {
      return await withinTime({ signal, timeoutMs }, async (inTime) => {
        const response = await ask(inTime);
        const text = await readBody(name, response);
        if (response.ok) return text;
        throw await toFailure(response, turns);
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError) throw error;
      throw new AppError('service_unavailable', undefined, { cause: error });
    }
  }
}

const minPauseMs = 1_000;
/** Maximum pause: one answer must not switch a service off for a day. */
const maxPauseMs = 30_000;

interface Sending {
  readonly signal: AbortSignal;
  readonly time: AskingTime;
}

/** Returns the error of a failed request. A service that limits requests is always paused. */
async function toFailure(response: Response, turns: RequestTurns): Promise<AppError> {
  const { status } = response;
  const isUnavailable = status === 408 || status >= 500;
  if (!isUnavailable && status !== 429) {
    return new AppError('upstream_failed', undefined, { cause: new Error(`status ${status}`) });
  }
  const askedMs = readRetryAfter(response.headers.get('retry-after')) ?? 0;
  if (isUnavailable && askedMs <= 0) return new AppError('service_unavailable');
  const pauseMs = Math.min(Math.max(askedMs, minPauseMs), maxPauseMs);
  await turns.pause(pauseMs);
  return pauseAsked(pauseMs);
}

/** Returns milliseconds of a header with seconds or a date. */
function readRetryAfter(value: string | null): number | undefined {
  const seconds = Number(value ?? Number.NaN);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value ?? '') - Date.now();
  return Number.isFinite(ms) ? ms : undefined;
}

/**
 * Time of a service for one question, over all tries. Waits in the queue do not count; pauses that
 * the service requests do.
 */
class AskingTime {
  #leftMs: number;

  constructor(timeoutMs: number) {
    this.#leftMs = timeoutMs;
  }

  get leftMs(): number {
    return Math.max(0, this.#leftMs);
  }

  spend(durationMs: number): void {
    this.#leftMs -= durationMs;
  }

  /** Adds the duration of the work. */
  async count<Result>(work: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.spend(performance.now() - started);
    }
  }
}

const maxBytes = 20 * 1024 * 1024;

/**
 * Returns the text of an answer without U+0000, which PostgreSQL rejects.
 * @throws AppError `upstream_failed` for a huge answer.
 */
async function readBody(service: string, response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw unreadableAnswer(service, `more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts)).replaceAll('\0', '');
}

const firstDelayMs = 200;

/**
 * Returns the delay after a temporary failure; undefined for other failures. The tokens enforce a
 * pause that the service requested.
 */
function findDelayMs(
  { backoff }: RetryPolicy,
  error: unknown,
  attempts: number,
): number | undefined {
  if (!(error instanceof AppError && error.retryable)) return undefined;
  return firstDelayMs * (backoff === 'exponential' ? 2 ** (attempts - 1) : attempts);
}
