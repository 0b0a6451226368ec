import type { Document } from '@lectern/contracts';

export type SortColumn = 'title' | 'type' | 'size' | 'date' | 'status';

export interface Sorting {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** Compares numbers in names by value. */
const names = new Intl.Collator(undefined, { numeric: true });

type Key = string | number;

/** Sort key of each column, computed once per document. */
const keyOf: Record<SortColumn, (document: Document) => Key> = {
  title: nameOf,
  type: endingOf,
  size: ({ size }) => size,
  date: ({ updated_at }) => Date.parse(updated_at),
  status: ({ status }) => status,
};

export function sortDocuments(
  documents: readonly Document[],
  { column, isDescending }: Sorting,
): readonly Document[] {
  const sorted = documents
    .map((document) => ({ document, key: keyOf[column](document) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ document }) => document);
  return isDescending ? sorted.reverse() : sorted;
}

function compare(a: Key, b: Key): number {
  if (a === b) return 0;
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : names.compare(String(a), String(b));
}

/** Returns the display name of a document. */
export function nameOf({ title, file_name, external_id, id }: Document): string {
  return title || file_name || external_id || id;
}

/** Returns `PDF` or `DOCX`, or the kind of text without a file name. */
export function endingOf({ file_name, mime_type }: Document): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(file_name ?? '')?.[1];
  const type = mime_type === 'text/plain' ? 'text' : mime_type?.split('/').at(-1);
  return (ending ?? type ?? '').toUpperCase().slice(0, 8);
}
