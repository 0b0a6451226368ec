import type { Passage } from '../passage.ts';

/** Passages of one document under the number by which an answer cites them. */
export interface NumberedSource {
  /** Counts from 1, in order of first occurrence. */
  readonly n: number;
  /** At least one, in the order in which they are shown. */
  readonly passages: readonly [Passage, ...Passage[]];
}

/** Passages each once, in order of first occurrence. */
export function withoutRepeats(passages: readonly Passage[]): Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ chunkId }) => !seen.has(chunkId) && seen.add(chunkId));
}

/** A number for each document, its passages in reading order. */
export function numberDocuments(passages: readonly Passage[]): NumberedSource[] {
  const documents = Map.groupBy(passages, ({ documentId }) => documentId);
  return [...documents.values()].map((found, index) => {
    const [first, ...rest] = found.toSorted((a, b) => a.start - b.start) as [Passage, ...Passage[]];
    return { n: index + 1, passages: [first, ...rest] };
  });
}

/** Characters between two passages, such as a blank line, that are no gap. */
const nextTo = 4;

/** All that a source says, with a mark where something was left out. */
export function readSource({ passages }: NumberedSource): string {
  let text = '';
  let end: number | undefined;
  for (const passage of passages) {
    if (end !== undefined) text += passage.start - end > nextTo ? '\n\n[…]\n\n' : '\n\n';
    text += passage.text;
    end = passage.start + Array.from(passage.text).length;
  }
  return text;
}
