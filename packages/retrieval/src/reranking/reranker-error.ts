import { ModelError } from '../model-error.ts';

/** The reranker cannot be used now. */
export class RerankerUnavailableError extends ModelError {
  override readonly name = 'RerankerUnavailableError';
}
