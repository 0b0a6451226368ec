/** A local model cannot be used. Its message never holds a text. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
