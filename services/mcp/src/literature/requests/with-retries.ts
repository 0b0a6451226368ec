import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@lectern/contracts';
import type { AskingTime } from './asking-time.ts';

export interface RetryPolicy {
  /** Tries in all. */
  readonly maxAttempts: number;
  readonly backoff: 'exponential' | 'linear';
}

const firstDelayMs = 200;

/** Repeats what failed for now, while its time lasts. The wait that a service asked for is kept by its tokens. */
export async function withRetries<Result>(
  { maxAttempts, backoff }: RetryPolicy,
  { signal, time }: { readonly signal: AbortSignal; readonly time: AskingTime },
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const isLast = attempt >= maxAttempts || time.leftMs === 0;
      if (isLast || !(error instanceof AppError && error.retryable)) throw error;
      const factor = backoff === 'exponential' ? 2 ** (attempt - 1) : attempt;
      await delay(firstDelayMs * factor, undefined, { signal });
    }
  }
}
