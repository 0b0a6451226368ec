import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@lectern/contracts';
import type { RateToken, RateTokens } from './rate-tokens.ts';

/** A request for a token. */
export interface TurnWanted {
  readonly signal: AbortSignal;
  /** Maximum wait for a pause that the service requested. */
  readonly patienceMs: number;
  readonly isEnding?: boolean | undefined;
}

interface Waiting extends Required<Pick<TurnWanted, 'patienceMs'>> {
  readonly isEnding: boolean;
  readonly resolve: (token: RateToken) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum waiting requests of one organisation. */
const maxWaiting = 100;
/** Maximum time between two looks, since other replicas return tokens too. */
const maxBlindMs = 1_000;

/**
 * A fair queue for a service's tokens: organisations take turns, and within one the completing
 * requests come first, then the others in order of arrival.
 */
export class RequestTurns {
  readonly #tokens: RateTokens;
  readonly #waiting = new Map<string, Set<Waiting>>();
  #isServing = false;
  /** Last known end of the pause. */
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(tokens: RateTokens) {
    this.#tokens = tokens;
  }

  /** Milliseconds until the end of the requested pause. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - performance.now());
  }

  /**
   * Waits for a token.
   * @throws AppError `rate_limited` if too many wait already or the pause is longer than the caller
   * can wait; the signal's reason.
   */
  async acquire(
    organisationId: string,
    { signal, patienceMs, isEnding = false }: TurnWanted,
  ): Promise<RateToken> {
    signal.throwIfAborted();
    const { pausedMs } = this;
    if (pausedMs > patienceMs) throw pauseAsked(pausedMs);
    const queue = this.#waiting.get(organisationId) ?? new Set();
    if (queue.size >= maxWaiting) throw new AppError('rate_limited');
    const turn = Promise.withResolvers<RateToken>();
    const waiting = { isEnding, patienceMs, resolve: turn.resolve, reject: turn.reject };
    const giveUp = () => {
      this.#leave(organisationId, waiting);
      turn.reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    queue.add(waiting);
    this.#waiting.set(organisationId, queue);
    void this.#serve();
    return turn.promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  /** Pauses all requests for this time, since the service requested it. */
  async pause(durationMs: number): Promise<void> {
    this.#recordPause(durationMs);
    await this.#tokens.pause(durationMs);
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#waiting.size > 0) {
        const token = await this.#tokens.tryTake();
        if ('retryAfterMs' in token) {
          this.#recordPause(token.pausedMs);
          await delay(Math.min(token.retryAfterMs, maxBlindMs));
          continue;
        }
        const next = this.#next();
        if (next) next.resolve(token);
        else await token.giveBackUnused();
      }
    } catch (error) {
      for (let next = this.#next(); next; next = this.#next()) next.reject(error);
    } finally {
      this.#isServing = false;
    }
  }

  /** Rejects at once the requests that cannot wait for the end of the pause. */
  #recordPause(durationMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + durationMs);
    for (const [organisationId, queue] of [...this.#waiting]) {
      for (const waiting of [...queue].filter(({ patienceMs }) => patienceMs < durationMs)) {
        this.#leave(organisationId, waiting);
        waiting.reject(pauseAsked(durationMs));
      }
    }
  }

  /** Returns the next request of the first organisation and moves that organisation to the end. */
  #next(): Waiting | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [organisationId, queue] = first;
    const all = [...queue];
    const waiting = all.find(({ isEnding }) => isEnding) ?? all[0];
    if (waiting) queue.delete(waiting);
    this.#waiting.delete(organisationId);
    if (queue.size > 0) this.#waiting.set(organisationId, queue);
    return waiting;
  }

  #leave(organisationId: string, waiting: Waiting): void {
    const queue = this.#waiting.get(organisationId);
    queue?.delete(waiting);
    if (queue?.size === 0) this.#waiting.delete(organisationId);
  }
}

/** Returns the error of a request that cannot wait for the pause. */
export function pauseAsked(pausedMs: number): AppError {
  const seconds = Math.ceil(pausedMs / 1_000);
  return new AppError(
    'rate_limited',
    `The service asked to be left alone for now. Try again in ${seconds} s.`,
    { details: { retry_after: seconds } },
  );
}
