import {
  fitPassages,
  type NumberedSource,
  numberDocuments,
  type Passage,
  withoutRepeats,
} from '@lectern/answering';

/**
 * What an answer is written from: of everything that was retrieved the most relevant passages that
 * fit, then what surrounds them in their articles. Documents are numbered in order of first
 * occurrence, whatever the number of calls that found them.
 */
export function chooseSources(
  passages: readonly Passage[],
  budgetTokens: number,
): NumberedSource[] {
  const byRelevance = passages.toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
  const chosen = new Map(
    fitPassages(withoutRepeats(byRelevance), budgetTokens).map((passage) => [
      passage.chunkId,
      passage,
    ]),
  );
  return numberDocuments(
    withoutRepeats(passages).flatMap(({ chunkId }) => chosen.get(chunkId) ?? []),
  );
}
