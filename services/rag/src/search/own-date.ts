import type { Metadata } from '@lectern/contracts';
import { readInstant } from './instants.ts';

/** Keys of a document's own date; the first with a value counts. */
export const ownDateKeys = [
  'date',
  'published_at',
  'published',
  'modified_at',
  'modified',
  'updated_at',
  'sent',
  'created',
];

/** Returns a document's own date; undefined if it has none. A year or a month is its first day. */
export function readOwnDate(metadata: Metadata): Date | undefined {
  for (const key of ownDateKeys) {
    const value = metadata[key];
    const text = typeof value === 'number' ? String(value) : value;
    const date = typeof text === 'string' ? readInstant(toDay(text)) : undefined;
    if (date) return date;
  }
  return undefined;
}

function toDay(text: string): string {
  return /^\d{4}(-\d{2})?$/.test(text) ? `${text}-01-01`.slice(0, 10) : text;
}
