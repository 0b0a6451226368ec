/** The reranker cannot be used now. Its message never holds a key or a text. */
export class RerankerUnavailableError extends Error {
  override readonly name = 'RerankerUnavailableError';
}

/** The reranker has so much to read for others that it would not be done in the caller's time. */
export class RerankerBusyError extends Error {
  override readonly name = 'RerankerBusyError';
}
