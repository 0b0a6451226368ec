import { IndexUnavailableError } from '../index-errors.ts';
import type { WeaviateServer } from './weaviate-options.ts';

const firstLookMs = 750;
/** A busy server may take its time; one that is away refuses at once. */
const lookTimeoutMs = 3_000;

/** That a server did not say it was ready. */
export class ServerAwayError extends IndexUnavailableError {}

/** Finds out whether the server can work. */
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
   * Runs a call, and gives it up with {@link ServerAwayError} when the server turns out to
   * be away: the client itself would go on trying for 20 seconds. `work` gets a signal that also
   * follows the caller's.
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
