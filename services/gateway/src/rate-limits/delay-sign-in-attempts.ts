import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@lectern/contracts';
import { bufferBody } from '@lectern/service';
import type { RequestHandler } from 'express';
import type { RateLimit } from './rate-limit.ts';

const maxWaitMs = 10_000;
const maxWaiting = 3;

/**
 * Delays attempts, such as passwords, past the limit instead of rejecting them, so that nobody is
 * locked out by others' attempts for long.
 */
export class SignInAttemptDelay {
  readonly #limit: Pick<RateLimit, 'consume'>;
  readonly #waiting = new Map<string, number>();

  constructor(limit: Pick<RateLimit, 'consume'>) {
    this.#limit = limit;
  }

  /**
   * @throws AppError `rate_limited` when three are waiting, or the delay would exceed ten seconds.
   */
  async consume(key: string): Promise<void> {
    const waitMs = await this.#findWaitMs(key);
    if (waitMs === undefined) return;
    const ahead = this.#waiting.get(key) ?? 0;
    const turnMs = waitMs * (ahead + 1);
    if (ahead >= maxWaiting || turnMs > maxWaitMs) {
      const details = { retry_after: Math.ceil(turnMs / 1_000) };
      throw new AppError('rate_limited', undefined, { details });
    }
    this.#waiting.set(key, ahead + 1);
    try {
      await delay(turnMs);
      await this.#limit.consume(key);
    } finally {
      const left = (this.#waiting.get(key) ?? 1) - 1;
      if (left > 0) this.#waiting.set(key, left);
      else this.#waiting.delete(key);
    }
  }

  /** Waits for at most ten seconds and then continues: attempts of others reject nobody. */
  async wait(key: string): Promise<void> {
    const waitMs = await this.#findWaitMs(key);
    if (waitMs !== undefined) await delay(Math.min(waitMs, maxWaitMs));
  }

  async #findWaitMs(key: string): Promise<number | undefined> {
    try {
      await this.#limit.consume(key);
      return undefined;
    } catch (error) {
      const seconds = error instanceof AppError ? error.details?.retry_after : undefined;
      if (seconds === undefined) throw error;
      return seconds * 1_000;
    }
  }
}

/** Returns the key of an account by an email address, whether the account exists or not. */
export function toAccountKey(email: unknown): string {
  return createHash('sha256').update(String(email).trim().toLowerCase()).digest('base64url');
}

/** Default maximum bytes of a body that is limited by address. */
const defaultMaxBodyBytes = 64 * 1024;

/**
 * Limits calls by network address, before anybody is identified. A call counts once its body has
 * arrived: an aborted one is no attempt.
 */
export function limitByAddress(
  delay: Pick<SignInAttemptDelay, 'consume'>,
  maxBytes = defaultMaxBodyBytes,
): RequestHandler {
  return async (request, _response, next) => {
    await bufferBody(request, { maxBytes });
    await delay.consume(request.ip ?? 'unknown');
    next();
  };
}
