export interface RetryOptions {
  /** Maximum attempts, including the first. */
  readonly maxAttempts: number;
  /**
   * Returns the milliseconds before the next attempt, by the last error and the number of attempts;
   * undefined if a retry cannot help.
   */
  readonly delayMsAfter: (error: unknown, attempts: number) => number | undefined;
  /** Ends delays and attempts; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Default: a timer. */
  readonly wait?: (delayMs: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/**
 * Repeats work that may succeed the next time. Calls of endpoints do not need it: their client
 * retries.
 *
 * @throws the last attempt's error, or the reason of the signal.
 */
export async function retry<Result>(
  { maxAttempts, delayMsAfter, signal, wait = waitByTimer }: RetryOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const delayMs = attempts < maxAttempts ? delayMsAfter(error, attempts) : undefined;
      if (delayMs === undefined) throw error;
      await wait(delayMs, signal);
    }
  }
}

function waitByTimer(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
