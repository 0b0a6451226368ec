import { IndexTimeoutError, IndexUnavailableError } from '../index-errors.ts';

/**
 * Returns true if an organisation's tenant does not exist. Weaviate reports it only in the message.
 */
export function isTenantMissing(error: unknown): boolean {
  return /tenant not found|tenant .*not found/i.test(messageOf(error));
}

/** Converts an error of Weaviate's client to ours. Our own errors stay as they are. */
export function translateWeaviateError(error: unknown): Error {
  if (
    error instanceof IndexUnavailableError ||
    error instanceof IndexTimeoutError ||
    isCallersFault(error)
  ) {
    return error;
  }
  if (isTimeout(error)) {
    return new IndexTimeoutError('The search index did not answer in time.', { cause: error });
  }
  return new IndexUnavailableError('The search index cannot be used.', { cause: error });
}

/** Returns true for wrong arguments, which no other node would accept. */
export function isCallersFault(error: unknown): error is RangeError | TypeError {
  return error instanceof RangeError || (error instanceof TypeError && !isNetworkFailure(error));
}

/** `fetch` reports an unreachable server with a TypeError. */
function isNetworkFailure(error: TypeError): boolean {
  return error.message === 'fetch failed' || error.cause !== undefined;
}

function isTimeout(error: unknown): boolean {
  const name = error instanceof Error ? `${error.constructor.name} ${error.name}` : '';
  return /WeaviateRequestTimeoutError|AbortError|TimeoutError/.test(name);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
