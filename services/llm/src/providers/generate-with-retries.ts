import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@lectern/contracts';
import type { ModelEvent } from '@lectern/grounding';
import { ModelApiError } from './model-api-error.ts';

/** Tries after the first one, made only while nothing was given out. */
const maxRetries = 2;
const maxRetryDelayMs = 10_000;

export interface RetryOptions {
  /** Waited before the first retry, doubled for the next. */
  readonly retryDelayMs: number;
  /** Parameters that the model refused; each new one is added, and the call made again without it. */
  readonly refused: Set<string>;
}

/**
 * The events of a call, which is repeated where that may help.
 * @throws AppError `model_unavailable` with the reason, or the signal's reason.
 */
export async function* generateWithRetries(
  generateOnce: () => AsyncIterable<ModelEvent>,
  { retryDelayMs, refused }: RetryOptions,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let attempt = 0;
  for (;;) {
    let started = false;
    try {
      for await (const event of generateOnce()) {
        started = true;
        yield event;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelApiError)) throw error;
      if (!started && error.refusedParameter && !refused.has(error.refusedParameter)) {
        refused.add(error.refusedParameter);
        continue;
      }
      if (started || attempt === maxRetries || !error.retryable) {
        throw new AppError('model_unavailable', undefined, {
          cause: error,
          details: { reason: error.problem },
        });
      }
      const wait = error.retryAfterMs ?? retryDelayMs * 2 ** attempt;
      attempt += 1;
      await delay(Math.min(wait, maxRetryDelayMs), undefined, { signal });
    }
  }
}
