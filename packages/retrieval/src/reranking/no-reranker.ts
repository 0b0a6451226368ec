import type { Reranker } from './reranker.ts';
import { RerankerUnavailableError } from './reranker-error.ts';

/** Creates a reranker that rejects every call, for sites without one. */
export function createNoReranker(): Reranker {
  return {
    id: 'none',
    async rerank() {
      throw new RerankerUnavailableError('No reranker is set up.');
    },
    async close() {},
  };
}
