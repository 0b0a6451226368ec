import { IndexTimeoutError, IndexUnavailableError } from '../index-errors.ts';

/** Whether an organisation's tenant is not there. Only Weaviate's text tells. */
export function isTenantMissing(error: unknown): boolean {
  return /tenant not found|tenant .*not found/i.test(messageOf(error));
}

/** Our error for whatever Weaviate's client threw. Errors of our own pass as they are. */
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

/** Whether the arguments were wrong, so that no other node would do better. */
export function isCallersFault(error: unknown): error is RangeError | TypeError {
  return error instanceof RangeError || (error instanceof TypeError && !isNetworkFailure(error));
}

/** `fetch` says with a TypeError that nobody answered. */
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
