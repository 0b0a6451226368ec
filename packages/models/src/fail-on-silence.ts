import { createSilenceError } from './model-api-error.ts';

export interface SilenceOptions {
  /** Maximum time to the first item and between items. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Translates what `open` and its stream throw. */
  readonly toError: (error: unknown) => Error;
}

/**
 * Yields the items of a stream. `open` gets a signal that is aborted with the caller's signal and
 * after `timeoutMs` without an item.
 *
 * @throws ModelApiError, or the signal's reason when that is aborted.
 */
export async function* failOnSilence<Item>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<Item>>,
  { timeoutMs, signal, toError }: SilenceOptions,
): AsyncGenerator<Item> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), timeoutMs);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), timeoutMs);
  };
  try {
    for await (const item of await open(AbortSignal.any([signal, silence.signal]))) {
      restart();
      yield item;
      restart();
    }
    // Anthropic's library ends an aborted stream as if it were complete.
    signal.throwIfAborted();
    if (silence.signal.aborted) throw createSilenceError(timeoutMs);
  } catch (error) {
    signal.throwIfAborted();
    throw silence.signal.aborted ? createSilenceError(timeoutMs) : toError(error);
  } finally {
    clearTimeout(timer);
    // Releases the listeners of the combined signal.
    silence.abort();
  }
}
