/** A local model cannot be used. The message contains no text of a document or query. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
