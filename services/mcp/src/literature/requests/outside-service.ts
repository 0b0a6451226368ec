import { AppError } from '@lectern/contracts';
import { withinTime, withSpan } from '@lectern/service';
import { readBody } from './read-body.ts';
import type { RequestTurns } from './request-turns.ts';
import { type RetryPolicy, withRetries } from './with-retries.ts';

export interface OutsideServiceOptions {
  /** As errors and spans name it. */
  readonly name: string;
  readonly baseUrl: string;
  readonly turns: RequestTurns;
  /** Of one try, from sending to the end of the answer. */
  readonly timeoutMs: number;
  /** Sent in the body, so that no log of addresses holds them. With these, requests are POSTs. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** For whom, how often and how long a service is asked. */
export interface OutsideCall extends RetryPolicy {
  readonly organisationId: string;
  /** Aborted when the time is up or nobody waits any more. */
  readonly signal: AbortSignal;
}

export interface OutsideRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** An answer as it came, and what was read from it. */
export interface Fetched<Value> {
  readonly raw: string;
  readonly value: Value;
  readonly fetchedAt: Date;
}

/**
 * One outside service behind its published rate. Everything that may be tried again is tried again
 * here and nowhere else: what `read` refuses as retryable, a service that is away, and one that
 * asks to wait.
 */
export class OutsideService {
  readonly #options: OutsideServiceOptions;

  constructor(options: OutsideServiceOptions) {
    this.#options = options;
  }

  async ask<Value>(
    request: OutsideRequest,
    read: (text: string) => Value,
    call: OutsideCall,
  ): Promise<Fetched<Value>> {
    return withSpan(
      `fetch ${this.#options.name}`,
      {},
      () => withRetries(call, call.signal, () => this.#tryOnce(request, read, call)),
      { kind: 'client' },
    );
  }

  async #tryOnce<Value>(
    request: OutsideRequest,
    read: (text: string) => Value,
    { organisationId, signal }: OutsideCall,
  ): Promise<Fetched<Value>> {
    const token = await this.#options.turns.take(organisationId, signal);
    let raw: string;
    try {
      raw = await this.#send(request, signal);
    } finally {
      await token.giveBack();
    }
    return { raw, value: read(raw), fetchedAt: new Date() };
  }

  async #send({ path, parameters }: OutsideRequest, signal: AbortSignal): Promise<string> {
    const { name, baseUrl, credentials, timeoutMs, turns } = this.#options;
    const query = new URLSearchParams({ ...parameters, ...credentials });
    const ask = (inTime: AbortSignal) =>
      credentials
        ? fetch(`${baseUrl}${path}`, { method: 'POST', body: query, signal: inTime })
        : fetch(`${baseUrl}${path}?${query}`, { signal: inTime });
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

const defaultPauseMs = 1_000;
const maxPauseMs = 60_000;

async function toFailure(response: Response, turns: RequestTurns): Promise<AppError> {
  const { status } = response;
  if (status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const asked = Number.isFinite(seconds) ? seconds * 1000 : defaultPauseMs;
    const pauseMs = Math.min(Math.max(asked, defaultPauseMs), maxPauseMs);
    await turns.pause(pauseMs);
    return new AppError('rate_limited', undefined, { details: { retry_after: pauseMs / 1000 } });
  }
  if (status === 408 || status >= 500) return new AppError('service_unavailable');
  return new AppError('upstream_failed', undefined, { cause: new Error(`status ${status}`) });
}
