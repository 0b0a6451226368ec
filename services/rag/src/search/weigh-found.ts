import type { FoundChunk } from '@lectern/contracts';
import type { Analyzer } from '@lectern/retrieval';
import { findLastQuestion, weighEvidence } from '@lectern/retrieval/evidence';

/** More passages hardly change whether a question can be answered. */
export const passagesWeighed = 8;

/** Rates how well the results, best first, answer a query: the same for answers and articles. */
export function weighFound(
  analyzer: Analyzer,
  query: string,
  chunks: readonly FoundChunk[],
): number {
  const sources = chunks.slice(0, passagesWeighed).map((chunk) => ({
    title: [chunk.document_title, chunk.metadata?.section].filter(Boolean).join(' > '),
    text: chunk.text,
  }));
  return weighEvidence(analyzer, { question: findLastQuestion(query), query }, sources);
}
