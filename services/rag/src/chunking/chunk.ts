import type { ContentKind } from '../parsing/parsed-document.ts';

export interface ChunkingSettings {
  /** Maximum tokens of a chunk, as `estimateTokens` counts them; at least 16. */
  readonly max_tokens: number;
  /** Tokens of the previous chunk that are repeated where a long section is split. */
  readonly overlap_tokens: number;
}

/** See docs/decisions/0009-chunk-along-the-document-structure.md. */
export const defaultChunkingSettings: ChunkingSettings = { max_tokens: 400, overlap_tokens: 0 };

/** A section within a chunk; `start` is a code point of the document's text. */
export interface ChunkSection {
  readonly start: number;
  readonly section: readonly string[];
}

/** A passage that is indexed, retrieved and cited as one unit. */
export interface Chunk {
  /** Counts from 0 in reading order. */
  readonly position: number;
  /** Exactly the document's text from `start` to `end`, unless a person corrected it. */
  readonly text: string;
  /** Code points in the document's text. */
  readonly start: number;
  readonly end: number;
  /** Page on which the chunk starts; null where the format has no pages. */
  readonly page: number | null;
  readonly pageEnd: number | null;
  /** Start of each page after the first, in code points of the document's text. */
  readonly pageStarts: readonly number[];
  /** Titles of the headings above the chunk's first passage, highest first. */
  readonly section: readonly string[];
  /** Sections that begin within the chunk, after the first. */
  readonly sections: readonly ChunkSection[];
  /** Counted by `estimateTokens`; never above the limit. */
  readonly tokenCount: number;
  /** `mixed` where the passages differ. Headings count only where a chunk has nothing else. */
  readonly kind: ContentKind | 'mixed';
  /** A person's edit: `text` is the corrected one. */
  readonly edit?: { readonly id: string; readonly isHidden: boolean };
}
