import { AppError } from '@lectern/contracts';
import { startTimeout } from '@lectern/contracts/start-timeout';

export interface TimeLimit {
  /** The caller's. When it is aborted, the work fails with its reason. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The error for any failure after the time was up; without it AppError `deadline_exceeded`. */
  readonly late?: (cause: unknown) => Error;
}

/** Does work that has a time of its own within its caller's. The work must heed its signal. */
export async function withinTime<Result>(
  { signal, timeoutMs, late = exceeded }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = startTimeout(timeoutMs);
  try {
    const result = await work(AbortSignal.any([signal, timeout.signal]));
    // Failed work may leave parts of itself running, which end with the time.
    timeout.end();
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw timeout.signal.aborted ? late(error) : error;
  }
}

function exceeded(cause: unknown): AppError {
  return new AppError('deadline_exceeded', undefined, { cause });
}
