import type { OnClose } from './run-service.ts';

export interface PeriodicOptions {
  /** Milliseconds between the starts of two rounds. */
  readonly everyMs: number;
  /** Milliseconds before the first round; 0 for at once. Default `everyMs`. */
  readonly firstAfterMs?: number;
  /** `signal` is aborted when the process closes. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly logger: { warn(fields: object, message: string): void };
  /** Log message of a failed round. The next round runs anyway. */
  readonly failure: string;
}

/**
 * Repeats work until closed, one round at a time. Closing waits for the running round.
 *
 * @returns a function that starts a round early; during a round it requests one more.
 */
export function runPeriodically(options: PeriodicOptions, onClose: OnClose): () => void {
  const { everyMs, firstAfterMs = everyMs, work, logger, failure } = options;
  const closed = new AbortController();
  let running: Promise<void> | undefined;
  let isWanted = false;
  const round = async () => {
    isWanted = false;
    try {
      await work(closed.signal);
    } catch (error) {
      if (!closed.signal.aborted) logger.warn({ err: error }, failure);
    }
  };
  const begin = () => {
    if (closed.signal.aborted) return;
    running ??= round().finally(() => {
      running = undefined;
      if (isWanted) begin();
    });
  };
  let timer = setTimeout(() => {
    begin();
    timer = setInterval(begin, everyMs);
  }, firstAfterMs);
  onClose(async () => {
    clearTimeout(timer);
    closed.abort();
    await running;
  });
  return () => {
    isWanted = true;
    begin();
  };
}
