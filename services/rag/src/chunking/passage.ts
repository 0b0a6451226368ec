import type { Block } from '../parsing/parsed-document.ts';

/**
 * What begins with a passage: nothing, a block, a section or page, a section of the top level, or
 * the text behind something that belongs to no chunk.
 */
export type Boundary = 'none' | 'block' | 'section' | 'top_section' | 'break';

/** The smallest stretch that the chunker moves as a whole; offsets are UTF-16 units. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** As `estimateCost` counts. */
  readonly cost: number;
  readonly block: Block;
  readonly boundary: Boundary;
}
