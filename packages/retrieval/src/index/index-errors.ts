/** The store behind the index cannot be used now. Trying again later may help. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
}

/** The index did not answer before the caller's deadline. */
export class IndexTimeoutError extends Error {
  override readonly name = 'IndexTimeoutError';
}
