import { AppError } from '@lectern/contracts';

export interface RetryPolicy {
  /** Tries in all. */
  readonly maxAttempts: number;
  readonly backoff: 'exponential' | 'linear';
}

const firstDelayMs = 200;

/**
 * The wait after what a service failed with for now; undefined where it refused. The wait that a
 * service itself asked for is kept by its tokens.
 */
export function findDelayMs(
  { backoff }: RetryPolicy,
  error: unknown,
  attempts: number,
): number | undefined {
  if (!(error instanceof AppError && error.retryable)) return undefined;
  return firstDelayMs * (backoff === 'exponential' ? 2 ** (attempts - 1) : attempts);
}
