/** The embedding model cannot be used now. The message contains neither a key nor a text. */
export class EmbeddingUnavailableError extends Error {
  override readonly name = 'EmbeddingUnavailableError';
}
