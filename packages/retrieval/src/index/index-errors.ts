/** The store behind the index cannot be used now. Trying again later may help. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
}

/** The index did not answer in the time that the caller gave. */
export class IndexTimeoutError extends Error {
  override readonly name = 'IndexTimeoutError';
}
