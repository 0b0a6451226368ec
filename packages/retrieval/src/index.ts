export type { Analyzer, WeightedTerm } from './analysis/analyzer.ts';
export { createAnalyzer } from './analysis/create-analyzer.ts';
export type { Embedder, EmbedOptions } from './embedding/embedder.ts';
export { EmbeddingUnavailableError } from './embedding/embedding-error.ts';
export type {
  ChunkReference,
  DenseHit,
  HybridIndex,
  IndexedChunk,
  IndexFilter,
  IndexHealth,
  KeywordHit,
  RecallOptions,
} from './index/hybrid-index.ts';
export { IndexTimeoutError, IndexUnavailableError } from './index/index-errors.ts';
export { type LanceIndexOptions, openLanceIndex } from './index/lance/open-lance-index.ts';
