import { setTimeout as delay } from 'node:timers/promises';
import type { Runnable, UnexpectedExit } from './runnable.ts';

export interface SupervisionOptions {
  readonly name: string;
  /** Told in a sentence when the process ended by itself, came back, or is given up. */
  readonly report: (sentence: string) => void;
  /** Wait before the first restart; doubles up to `maxDelayMs`. Default 250. */
  readonly firstDelayMs?: number;
  /** Default 10,000. */
  readonly maxDelayMs?: number;
  /** Failures in a row after which it is left down. Default 10. */
  readonly maxFailures?: number;
  /** A process that ran this long counts as healthy again. Default 10,000. */
  readonly healthyAfterMs?: number;
}

/** A process that is started again when it ends by itself. */
export class SupervisedProcess {
  readonly name: string;
  readonly #process: Runnable;
  readonly #options: Required<SupervisionOptions>;
  #wanted: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();
  #onNextExit: (() => void) | undefined;
  #startedAt = 0;
  #failures = 0;

  constructor(process: Runnable, options: SupervisionOptions) {
    this.name = options.name;
    this.#process = process;
    this.#options = {
      firstDelayMs: 250,
      maxDelayMs: 10_000,
      maxFailures: 10,
      healthyAfterMs: 10_000,
      ...options,
    };
    process.onUnexpectedExit((exit) => {
      this.#running = this.#comeBack(describe(exit));
      this.#running.catch(() => {});
      this.#onNextExit?.();
    });
  }

  /** Undefined while it is down. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Starts it; a first start that fails is not tried again. */
  async start(): Promise<void> {
    this.#wanted = new AbortController();
    this.#failures = 0;
    this.#running = this.#process.start();
    await this.#running;
    this.#startedAt = Date.now();
  }

  /** Ends it for good, until `start`. */
  async stop(): Promise<void> {
    this.#wanted?.abort();
    this.#wanted = undefined;
    await this.#process.stop();
    await this.#running.catch(() => {});
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Kills it without warning, as a crash would, and waits for its end; it comes back by itself. */
  async kill(): Promise<void> {
    const { pid } = this.#process;
    if (pid === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onNextExit = resolve;
    process.kill(pid, 'SIGKILL');
    await promise;
  }

  /** Resolves when it serves, also after a crash. Rejects when it was given up. */
  async whenRunning(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#running; ) {
      seen = this.#running;
      await seen;
    }
  }

  async #comeBack(reason: string): Promise<void> {
    const wanted = this.#wanted;
    const { name, report, firstDelayMs, maxDelayMs, maxFailures, healthyAfterMs } = this.#options;
    if (wanted === undefined) return;
    if (Date.now() - this.#startedAt > healthyAfterMs) this.#failures = 0;
    report(`${name} ended unexpectedly (${reason}); starting it again.`);
    for (;;) {
      this.#failures += 1;
      if (this.#failures > maxFailures) {
        report(`${name} ended ${maxFailures} times in a row and stays down.`);
        throw new Error(`${name} stays down`);
      }
      await delay(Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#failures - 1)), undefined, {
        signal: wanted.signal,
      });
      try {
        await this.#process.start();
        if (wanted.signal.aborted) await this.#process.stop();
        this.#startedAt = Date.now();
        report(`${name} is back.`);
        return;
      } catch (error) {
        if (wanted.signal.aborted) throw error;
        report((error as Error).message);
      }
    }
  }
}

function describe({ code, signal }: UnexpectedExit): string {
  return signal ?? `exit code ${code}`;
}
