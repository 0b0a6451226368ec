/**
 * Returns the result, or rejects with the signal's reason as soon as it aborts. Work that cannot be
 * stopped continues unobserved.
 */
export function untilAborted<Result>(
  running: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
