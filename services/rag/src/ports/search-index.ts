import type { HybridIndex } from '@lectern/retrieval';
import type { Generation } from '../generations/generation.ts';

/** The index of the generation that is active now. */
export interface SearchIndex {
  /** Rejects with `IndexUnavailableError` when there is none to be had. */
  current(): Promise<{ readonly index: HybridIndex; readonly generation: Generation }>;
}
