import type { Passage } from '../passage.ts';

/** A passage with the number under which an answer cites it. */
export interface NumberedSource extends Passage {
  /** Counts from 1, in order of first occurrence. */
  readonly n: number;
}

/** Passages each once, in order of first occurrence. */
export function withoutRepeats(passages: readonly Passage[]): Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ chunkId }) => !seen.has(chunkId) && seen.add(chunkId));
}

export function numberSources(passages: readonly Passage[]): NumberedSource[] {
  return passages.map((passage, index) => ({ ...passage, n: index + 1 }));
}
