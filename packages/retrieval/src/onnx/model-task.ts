import type { ModelFiles } from './model-files.ts';

/** First message to a model's process. */
export interface ModelOrder {
  readonly files: ModelFiles;
}

/** A text to embed, or a pair of query and passage to score. */
export type ModelTask =
  | { readonly kind: 'embed'; readonly text: string }
  | { readonly kind: 'score'; readonly query: string; readonly passage: string };

/** Message of a model's process. */
export type ModelWord =
  | { readonly kind: 'opened' }
  | { readonly kind: 'values'; readonly values: Float32Array }
  | { readonly kind: 'failed'; readonly reason: string };
