import type { FeedbackEntry } from '@lectern/contracts';

export interface CitedDocument {
  readonly id: string;
  readonly title: string;
  /** Words of it that the answer cites. */
  readonly quote: string;
  /** Whether somebody said that the answer which it holds up is right. */
  readonly isRight: boolean;
}

/** The documents that a rated answer cites, in the order of its citations. */
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
