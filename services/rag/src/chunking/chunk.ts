import type { ContentKind } from '../parsing/parsed-document.ts';

export interface ChunkingSettings {
  /** Upper limit of a chunk, in tokens as `estimateTokens` counts them; at least 16. */
  readonly max_tokens: number;
  /** Tokens of the previous chunk repeated where a long stretch under one heading is cut. */
  readonly overlap_tokens: number;
}

/** Chosen by figures: docs/decisions/0009-chunk-along-the-document-structure.md. */
export const defaultChunkingSettings: ChunkingSettings = { max_tokens: 400, overlap_tokens: 0 };

/** A passage that is indexed, found and cited as one. */
export interface Chunk {
  /** Counts from 0 in reading order. */
  readonly position: number;
  /** Exactly the document's text from `start` to `end`. */
  readonly text: string;
  /** Code points in the document's text. */
  readonly start: number;
  readonly end: number;
  /** Page on which the chunk starts; null where the format has no pages. */
  readonly page: number | null;
  /** Page on which it ends. */
  readonly pageEnd: number | null;
  /** Where each page behind the first begins; code points in the document's text. */
  readonly pageStarts: readonly number[];
  /** Titles of the headings over the chunk's first passage, highest first. */
  readonly section: readonly string[];
  /** As `estimateTokens` counts; never above the limit. */
  readonly tokenCount: number;
  /** `mixed` where the passages differ; headings do not count beside others. */
  readonly kind: ContentKind | 'mixed';
}
