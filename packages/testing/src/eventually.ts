import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** Default 25. */
  readonly intervalMs?: number;
}

/**
 * Repeats a check until it neither throws nor returns undefined or false, and returns its value.
 *
 * @throws the check's last error, or an error that names the timeout.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 10_000, intervalMs = 25 }: EventuallyOptions = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let failure: unknown;
    try {
      const value = await check();
      if (value !== undefined && value !== false) return value as Exclude<T, undefined | false>;
    } catch (error) {
      failure = error;
    }
    if (Date.now() >= deadline) {
      throw failure ?? new Error(`Still not the case after ${timeoutMs} ms.`);
    }
    await delay(intervalMs);
  }
}
