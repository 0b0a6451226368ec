import type { Document } from '@lectern/contracts';

export type SortColumn = 'title' | 'type' | 'size' | 'date' | 'status';

export interface Sorting {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** Counts numbers in names as numbers. */
const names = new Intl.Collator(undefined, { numeric: true });

const compare: Record<SortColumn, (a: Document, b: Document) => number> = {
  title: (a, b) => names.compare(nameOf(a), nameOf(b)),
  type: (a, b) => names.compare(endingOf(a), endingOf(b)),
  size: (a, b) => a.size - b.size,
  date: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
  status: (a, b) => names.compare(a.status, b.status),
};

export function sortDocuments(
  documents: readonly Document[],
  { column, isDescending }: Sorting,
): readonly Document[] {
  const sorted = documents.toSorted(compare[column]);
  return isDescending ? sorted.toReversed() : sorted;
}

/** What to call a document. */
export function nameOf({ title, file_name, external_id, id }: Document): string {
  return title || file_name || external_id || id;
}

/** `PDF`, `DOCX`; the kind of text where there is no file name. */
export function endingOf({ file_name, mime_type }: Document): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(file_name ?? '')?.[1];
  const type = mime_type === 'text/plain' ? 'text' : mime_type?.split('/').at(-1);
  return (ending ?? type ?? '').toUpperCase().slice(0, 8);
}
