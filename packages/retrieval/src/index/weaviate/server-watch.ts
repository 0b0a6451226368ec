import { IndexUnavailableError } from '../index-errors.ts';
import type { WeaviateServer } from './weaviate-options.ts';

const firstLookMs = 750;
/** A busy server may be slow; one that is away refuses at once. */
const lookTimeoutMs = 3_000;

/** The server did not report that it is ready. */
export class ServerAwayError extends IndexUnavailableError {}

/** Checks whether the server is ready. */
export class ServerWatch {
  readonly #readyUrl: string;

  constructor({ url }: Pick<WeaviateServer, 'url'>) {
    this.#readyUrl = `${url.replace(/\/$/, '')}/v1/.well-known/ready`;
  }

  async isServerReady(timeoutMs = lookTimeoutMs): Promise<boolean> {
    try {
      return (await fetch(this.#readyUrl, { signal: AbortSignal.timeout(timeoutMs) })).ok;
    } catch {
      return false;
    }
  }

  /**
   * Runs a call and aborts it with {@link ServerAwayError} when the server is away: the client
   * itself would retry for 20 seconds. The signal of `work` also follows the caller's.
   */
  async giveUpWhenAway<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    caller?: AbortSignal,
  ): Promise<Result> {
    const away = new AbortController();
    let isLooking = false;
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      if (await this.isServerReady()) isLooking = false;
      else away.abort(new ServerAwayError('The search index does not answer.'));
    };
    const timer = setInterval(look, firstLookMs);
    try {
      return await work(caller ? AbortSignal.any([caller, away.signal]) : away.signal);
    } catch (error) {
      throw away.signal.aborted ? away.signal.reason : error;
    } finally {
      clearInterval(timer);
    }
  }
}
