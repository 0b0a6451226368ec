/** The reranker cannot be used now. Its message never holds a key or a text. */
export class RerankerUnavailableError extends Error {
  override readonly name = 'RerankerUnavailableError';
}
