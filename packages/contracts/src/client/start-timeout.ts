export interface Timeout {
  /** Aborted with a `TimeoutError` when the time is up. */
  readonly signal: AbortSignal;
  /** The work is done: the signal stays as it is. */
  end(): void;
}

/**
 * `AbortSignal.timeout` that can be ended. Those of finished requests would all still fire, and an
 * error with its stack is made for each. No process stays alive for it.
 */
export function startTimeout(timeoutMs: number): Timeout {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, timeoutMs).unref();
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
