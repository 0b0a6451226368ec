/** The embedding model cannot be used now. Its message never holds a key or a text. */
export class EmbeddingUnavailableError extends Error {
  override readonly name = 'EmbeddingUnavailableError';
}
