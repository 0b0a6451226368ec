/** A local model cannot be used. Its message never holds a text. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** A local model has so much to do that it would not be done in the caller's time. */
export class ModelBusyError extends Error {
  override readonly name = 'ModelBusyError';
}
