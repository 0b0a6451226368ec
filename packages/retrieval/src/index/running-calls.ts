import { IndexUnavailableError } from './index-errors.ts';
import { indexTimeout, untilAborted } from './until-aborted.ts';

/** The running calls of an index. Closing waits for them and rejects new ones. */
export class RunningCalls {
  readonly #translateError: (error: unknown) => Error;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(translateError: (error: unknown) => Error) {
    this.#translateError = translateError;
  }

  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#isClosed) throw new IndexUnavailableError('The search index was closed.');
    if (signal?.aborted) throw indexTimeout(signal);
    const running = work();
    this.#running.add(running);
    const settled = () => this.#running.delete(running);
    running.then(settled, settled);
    try {
      return await (signal === undefined ? running : untilAborted(running, signal));
    } catch (error) {
      throw this.#translateError(error);
    }
  }

  /** Resolves when all calls have ended: true the first time, false if it was closed before. */
  async close(): Promise<boolean> {
    if (this.#isClosed) return false;
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    return true;
  }
}
