export interface Timeout {
  /** Aborted with a `TimeoutError` after the timeout. */
  readonly signal: AbortSignal;
  /** Ends the timeout; the signal stays as it is. */
  end(): void;
}

/**
 * Starts an `AbortSignal.timeout` that can be ended. Otherwise those of finished requests would all
 * fire, and an error with a stack is created for each. Does not keep the process alive.
 */
export function startTimeout(timeoutMs: number): Timeout {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, timeoutMs).unref();
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
