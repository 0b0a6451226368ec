/** The reranker cannot be used now. The message contains neither a key nor a text. */
export class RerankerUnavailableError extends Error {
  override readonly name = 'RerankerUnavailableError';
}
