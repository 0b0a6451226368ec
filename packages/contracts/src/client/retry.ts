export interface RetryOptions {
  /** Tries in all, the first one included. */
  readonly maxAttempts: number;
  /**
   * Milliseconds to wait before the next try, by what the last one threw and how many there were;
   * undefined where another one is of no use.
   */
  readonly delayMsAfter: (error: unknown, attempts: number) => number | undefined;
  /** Ends the waiting and the trying; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** A timer unless given. */
  readonly wait?: (delayMs: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/**
 * Repeats what may work the next time. Plain calls of endpoints need none of this: their client
 * repeats them itself.
 *
 * @throws what the last try threw, or the reason of the signal.
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
