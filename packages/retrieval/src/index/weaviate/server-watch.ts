import { IndexUnavailableError } from '../index-errors.ts';

const FIRST_LOOK_MS = 750;
const LOOK_TIMEOUT_MS = 1_000;

/**
 * Runs a call, and gives it up with {@link IndexUnavailableError} when the server turns out to be
 * away: the client itself would go on trying for 20 seconds. `work` gets a signal that also
 * follows the caller's.
 */
export async function giveUpWhenAway<Result>(
  isServerReady: (signal: AbortSignal) => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<Result>,
  caller: AbortSignal | undefined,
): Promise<Result> {
  const away = new AbortController();
  const look = async () => {
    if (await isServerReady(AbortSignal.timeout(LOOK_TIMEOUT_MS))) return;
    away.abort(new IndexUnavailableError('The search index does not answer.'));
  };
  const timer = setInterval(look, FIRST_LOOK_MS);
  try {
    return await work(caller ? AbortSignal.any([caller, away.signal]) : away.signal);
  } catch (error) {
    throw away.signal.aborted ? away.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
