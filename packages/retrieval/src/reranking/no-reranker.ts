import type { Reranker } from './reranker.ts';
import { RerankerUnavailableError } from './reranker-error.ts';

/** Stands where no reranker is set up: every call rejects. */
export function createNoReranker(): Reranker {
  return {
    id: 'none',
    async rerank() {
      throw new RerankerUnavailableError('No reranker is set up.');
    },
    async close() {},
  };
}
