import type { Metadata } from '@lectern/contracts';
import { readInstant } from './instants.ts';

/** Keys of a document's own date; the first with a value counts. */
export const ownDateKeys = [
  'date',
  'published_at',
  'published',
  'sent',
  'modified_at',
  'modified',
  'updated_at',
  'created',
];

export interface DocumentDate {
  readonly date: Date;
  /** Key of the metadata, or `uploaded` for the last change of the document's content. */
  readonly source: string;
}

/**
 * Returns a document's own date, or the day of its upload if it has none. A year or a month is its
 * first day.
 */
export function readDocumentDate(chunk: {
  readonly metadata: Metadata;
  readonly content_at: Date;
}): DocumentDate {
  for (const source of ownDateKeys) {
    const value = chunk.metadata[source];
    const text = typeof value === 'number' ? String(value) : value;
    const date = typeof text === 'string' ? readInstant(toDay(text)) : undefined;
    if (date) return { date, source };
  }
  return { date: chunk.content_at, source: 'uploaded' };
}

function toDay(text: string): string {
  return /^\d{4}(-\d{2})?$/.test(text) ? `${text}-01-01`.slice(0, 10) : text;
}
