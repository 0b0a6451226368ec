import { AppError } from '@lectern/contracts';
import { retry } from '@lectern/contracts/retry';
import type { ModelEvent } from './language-model.ts';
import { ModelApiError } from './model-api-error.ts';

/** Attempts before the first event; there are none after it. */
const maxAttempts = 3;
const maxRetryDelayMs = 10_000;

export interface ModelRetries {
  /** Delay before the first retry, doubled for the next. */
  readonly retryDelayMs: number;
  /** Parameters that the model refused. A newly refused one is added, and the call is repeated without it. */
  readonly refused: Set<string>;
}

/**
 * Yields the events of a call, which is repeated after a retryable failure.
 *
 * @throws AppError `model_unavailable` with the reason, or the signal's reason.
 */
export async function* generateWithRetries(
  generateOnce: () => AsyncIterable<ModelEvent>,
  { retryDelayMs, refused }: ModelRetries,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const delayMsAfter = (error: unknown, attempts: number) => {
    if (!(error instanceof ModelApiError && error.retryable)) return undefined;
    return Math.min(error.retryAfterMs ?? retryDelayMs * 2 ** (attempts - 1), maxRetryDelayMs);
  };
  let events: AsyncIterator<ModelEvent> | undefined;
  try {
    const started = await retry({ maxAttempts, delayMsAfter, signal }, () =>
      startWithout(refused, generateOnce),
    );
    events = started.events;
    for (let next = started.first; !next.done; next = await events.next()) yield next.value;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelApiError)) throw error;
    throw new AppError('model_unavailable', undefined, {
      cause: error,
      details: { reason: error.problem },
    });
  } finally {
    await events?.return?.();
  }
}

/** Calls until the first event arrives, again without each parameter that the model refuses. */
async function startWithout(refused: Set<string>, generateOnce: () => AsyncIterable<ModelEvent>) {
  for (;;) {
    const events = generateOnce()[Symbol.asyncIterator]();
    try {
      return { events, first: await events.next() };
    } catch (error) {
      const parameter = error instanceof ModelApiError && error.refusedParameter;
      if (!parameter || refused.has(parameter)) throw error;
      refused.add(parameter);
    }
  }
}
