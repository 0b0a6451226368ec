import type { OnClose } from './run-service.ts';

export interface PeriodicOptions {
  /** Milliseconds between the beginnings of two rounds. */
  readonly everyMs: number;
  /** Milliseconds before the first round; 0 is at once. Default `everyMs`. */
  readonly firstAfterMs?: number;
  /** `signal` is aborted when the process closes. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly logger: { warn(fields: object, message: string): void };
  /** What is logged of a round that failed. The next one comes all the same. */
  readonly failure: string;
}

/**
 * Does work again and again until closed, one round at a time: while one runs, none begins. Closing
 * waits for the running one.
 *
 * @returns what begins a round ahead of its time; one more follows when a round is running.
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
