import { ModelError } from '../model-error.ts';

/** The embedding model cannot be used now. */
export class EmbeddingUnavailableError extends ModelError {
  override readonly name = 'EmbeddingUnavailableError';
}
