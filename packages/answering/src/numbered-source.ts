import type { Passage } from './passage.ts';

/** Passages of one document, or of several with one URL, with the number by which an answer cites them. */
export interface NumberedSource {
  /** Counts from 1, in order of first occurrence. */
  readonly n: number;
  /** At least one: document by document, each in reading order. */
  readonly passages: readonly [Passage, ...Passage[]];
}

/** Numbers the documents of passages in order of first occurrence; those with one URL share a number. */
export function numberDocuments(passages: readonly Passage[]): NumberedSource[] {
  const sources = Map.groupBy(passages, ({ documentId, url }) => url ?? documentId);
  return [...sources.values()].map((found, index) => {
    const documents = Map.groupBy(found, ({ documentId }) => documentId);
    const ordered = [...documents.values()].flatMap((own) =>
      own.toSorted((a, b) => a.start - b.start),
    );
    const [first, ...rest] = ordered as [Passage, ...Passage[]];
    return { n: index + 1, passages: [first, ...rest] };
  });
}
