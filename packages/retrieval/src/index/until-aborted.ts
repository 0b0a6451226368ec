import { IndexTimeoutError } from './index-errors.ts';

/**
 * Returns the result, or throws {@link IndexTimeoutError} on abort. Work that cannot be stopped
 * continues unobserved.
 */
export function untilAborted<Result>(
  running: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(indexTimeout(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export function indexTimeout(signal: AbortSignal): IndexTimeoutError {
  return new IndexTimeoutError('The search index did not answer in time.', {
    cause: signal.reason,
  });
}
