import type { Passage } from './passage.ts';

/** Passages of one document, with the number by which an answer cites them. */
export interface NumberedSource {
  /** Counts from 1, in order of first occurrence. */
  readonly n: number;
  /** At least one, in reading order. */
  readonly passages: readonly [Passage, ...Passage[]];
}

/** Numbers the documents of passages in order of first occurrence. */
export function numberDocuments(passages: readonly Passage[]): NumberedSource[] {
  const documents = Map.groupBy(passages, ({ documentId }) => documentId);
  return [...documents.values()].map((found, index) => {
    const [first, ...rest] = found.toSorted((a, b) => a.start - b.start) as [Passage, ...Passage[]];
    return { n: index + 1, passages: [first, ...rest] };
  });
}
