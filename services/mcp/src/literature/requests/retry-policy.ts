import { AppError } from '@lectern/contracts';

export interface RetryPolicy {
  /** Maximum tries. */
  readonly maxAttempts: number;
  readonly backoff: 'exponential' | 'linear';
}

const firstDelayMs = 200;

/**
 * Returns the delay after a temporary failure; undefined for other failures. The tokens enforce a
 * pause that the service requested.
 */
export function findDelayMs(
  { backoff }: RetryPolicy,
  error: unknown,
  attempts: number,
): number | undefined {
  if (!(error instanceof AppError && error.retryable)) return undefined;
  return firstDelayMs * (backoff === 'exponential' ? 2 ** (attempts - 1) : attempts);
}
