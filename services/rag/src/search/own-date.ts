import type { Metadata } from '@lectern/contracts';
import { readInstant } from './instants.ts';

/** Keys under which a document's own date stands, the first that holds one counts. */
export const ownDateKeys = [
  'date',
  'published_at',
  'published',
  'modified_at',
  'modified',
  'updated_at',
];

/** When the document says that it is of; undefined where it does not say so. */
export function readOwnDate(metadata: Metadata): Date | undefined {
  for (const key of ownDateKeys) {
    const value = metadata[key];
    const date = typeof value === 'string' ? readInstant(value) : undefined;
    if (date) return date;
  }
  return undefined;
}
