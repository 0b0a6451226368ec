import type { FoundChunk } from '@lectern/contracts';
import type { Analyzer } from '@lectern/retrieval';
import { findLastQuestion, weighEvidence } from '@lectern/retrieval/evidence';

/** More passages than this hardly change whether a question can be answered. */
export const passagesWeighed = 8;

/** How sure it is that what was found, best first, answers a query: the same for answers and articles. */
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
