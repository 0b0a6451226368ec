export type { Analyzer, WeightedTerm } from './analysis/analyzer.ts';
export { CharacterRuns } from './analysis/character-runs.ts';
export { createAnalyzer } from './analysis/create-analyzer.ts';
export { foldHan } from './analysis/fold-han.ts';
export { isFewWords } from './analysis/is-few-words.ts';
export {
  checkEmbedderSettings,
  embedderConfigShape,
  openEmbedder,
} from './embedding/all-embedders.ts';
export type { Embedder } from './embedding/embedder.ts';
export { EmbeddingUnavailableError } from './embedding/embedding-error.ts';
export { measureDimensions } from './embedding/openai-embedder.ts';
export { openStaticEmbedder } from './embedding/static-embedder.ts';
export { weighQuery } from './embedding/weigh-query.ts';
export {
  type FusedCandidate,
  type FusionMethod,
  type FusionOptions,
  fuse,
  type Rankings,
} from './fusion/fuse.ts';
export type {
  ChunkReference,
  DenseHit,
  HybridIndex,
  IndexedChunk,
  IndexFilter,
  IndexHealth,
  IndexSearchOptions,
  KeywordHit,
  PageCondition,
} from './index/hybrid-index.ts';
export { IndexTimeoutError, IndexUnavailableError } from './index/index-errors.ts';
export type { IndexVersions } from './index/index-versions.ts';
export { createLanceIndexVersions } from './index/lance/lance-index-versions.ts';
export type { LanceIndexOptions } from './index/lance/lance-options.ts';
export { openLanceIndex } from './index/lance/open-lance-index.ts';
export { openWeaviateIndex } from './index/weaviate/open-weaviate-index.ts';
export { createWeaviateIndexVersions } from './index/weaviate/weaviate-index-versions.ts';
export type { WeaviateIndexOptions, WeaviateServer } from './index/weaviate/weaviate-options.ts';
export { ModelError } from './model-error.ts';
export { rateRelevance, rateReranked } from './relevance/rate-relevance.ts';
export { createHttpReranker } from './reranking/http-reranker.ts';
export { createNoReranker } from './reranking/no-reranker.ts';
export { openOnnxReranker } from './reranking/onnx-reranker.ts';
export { rerankFormNames } from './reranking/rerank-forms.ts';
export type { Reranker } from './reranking/reranker.ts';
export { RerankerUnavailableError } from './reranking/reranker-error.ts';
export { type IsCommonWord, openCommonWords } from './spelling/common-words.ts';
export { type Correction, findCorrections } from './spelling/find-corrections.ts';
export { listVocabulary, replaceWords } from './spelling/spelled-words.ts';
