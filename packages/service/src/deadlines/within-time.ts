import { AppError } from '@lectern/contracts';
import { startTimeout } from '@lectern/contracts/start-timeout';

export interface TimeLimit {
  /** Signal of the caller. When it aborts, the work fails with its reason. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Error for any failure after the time limit; default: AppError `deadline_exceeded`. */
  readonly late?: (cause: unknown) => Error;
}

/** Runs work with its own time limit within the caller's. The work must observe its signal. */
export async function withinTime<Result>(
  { signal, timeoutMs, late = exceeded }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = startTimeout(timeoutMs);
  try {
    const result = await work(AbortSignal.any([signal, timeout.signal]));
    // Failed work may leave parts running, which end with the signal.
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
