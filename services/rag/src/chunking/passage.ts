import type { Block } from '../parsing/parsed-document.ts';

/**
 * Kind of boundary before a passage: none, a block, a section or page, a top-level section, or text
 * that belongs to no chunk (`break`).
 */
export type Boundary = 'none' | 'block' | 'section' | 'top_section' | 'break';

/** The smallest stretch that the chunker moves as a unit. Offsets are UTF-16 units. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** Counted by `estimateCost`. */
  readonly cost: number;
  readonly block: Block;
  readonly boundary: Boundary;
}
