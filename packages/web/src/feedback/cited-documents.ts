import type { FeedbackEntry } from '@lectern/contracts';

export interface CitedDocument {
  readonly id: string;
  readonly title: string;
  /** Words of the document that the answer cites. */
  readonly quote: string;
  /** True if a person rated the answer good. */
  readonly isRight: boolean;
}

/** Returns the documents that a rated answer cites, in the order of its citations. */
export function listCitedDocuments({
  rating,
  citations,
}: Pick<FeedbackEntry, 'rating' | 'citations'>): readonly CitedDocument[] {
  return [...Map.groupBy(citations, ({ document_id }) => document_id)].flatMap(([id, cited]) => {
    const shown = cited.find(({ supported }) => supported) ?? cited[0];
    if (!shown) return [];
    const { title, quote, supported } = shown;
    return [{ id, title, quote, isRight: rating === 'good' && supported }];
  });
}
