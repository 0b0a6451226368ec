import type { ModelFiles } from './model-files.ts';

/** What a model's process is told first. */
export interface ModelOrder {
  readonly files: ModelFiles;
}

/** One text to embed, or one pair of query and passage to score. */
export type ModelTask =
  | { readonly kind: 'embed'; readonly text: string }
  | { readonly kind: 'score'; readonly query: string; readonly passage: string };

/** What a model's process says. */
export type ModelWord =
  | { readonly kind: 'opened' }
  | { readonly kind: 'values'; readonly values: Float32Array }
  | { readonly kind: 'failed'; readonly reason: string };
