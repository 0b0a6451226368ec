import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@lectern/contracts';
import type { RateToken, RateTokens } from './rate-tokens.ts';

interface Waiting {
  readonly isEnding: boolean;
  readonly resolve: (token: RateToken) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests that one organisation may have waiting. */
const maxWaiting = 100;

/**
 * Gives out a service's tokens in turn: organisations one after the other, so that none with many
 * requests holds up the rest; of an organisation's own those that end something first, then in order
 * of arrival.
 */
export class RequestTurns {
  readonly #tokens: RateTokens;
  readonly #waiting = new Map<string, Set<Waiting>>();
  #isServing = false;

  constructor(tokens: RateTokens) {
    this.#tokens = tokens;
  }

  /**
   * Waits for a token.
   * @throws AppError `rate_limited` when too many wait already, and the signal's reason.
   */
  async take(
    organisationId: string,
    {
      signal,
      isEnding = false,
    }: { readonly signal: AbortSignal; readonly isEnding?: boolean | undefined },
  ): Promise<RateToken> {
    signal.throwIfAborted();
    const queue = this.#waiting.get(organisationId) ?? new Set();
    if (queue.size >= maxWaiting) throw new AppError('rate_limited');
    const turn = Promise.withResolvers<RateToken>();
    const waiting = { isEnding, resolve: turn.resolve, reject: turn.reject };
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

  /** A token where one is free and nobody waits. */
  async takeFree(): Promise<RateToken | undefined> {
    if (this.#waiting.size > 0) return undefined;
    const token = await this.#tokens.tryTake();
    return 'retryAfterMs' in token ? undefined : token;
  }

  /** Nobody gets a token for so long: the service asked for it. */
  pause(durationMs: number): Promise<void> {
    return this.#tokens.pause(durationMs);
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#waiting.size > 0) {
        const token = await this.#tokens.tryTake();
        if ('retryAfterMs' in token) {
          await delay(token.retryAfterMs);
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

  /** The first organisation's first; then that organisation goes to the end. */
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
