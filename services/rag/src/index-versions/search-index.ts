import type { HybridIndex } from '@lectern/retrieval';

/** What an index is made with. A query is only compared with vectors and terms of its own kind. */
export interface GenerationSettings {
  readonly id: string;
  readonly embeddingModel: string;
  readonly dimensions: number;
  readonly analyzerVersion: string;
}

/** A generation that this site has recorded. */
export interface Generation extends GenerationSettings {
  /** What it is called in the index's store; no other site has it. */
  readonly indexName: string;
}

/** The index of the generation that is active now. */
export interface SearchIndex {
  /** @throws IndexUnavailableError when there is none to be had. */
  current(): Promise<{ readonly index: HybridIndex; readonly generation: Generation }>;
}
