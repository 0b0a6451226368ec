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
export function endingOf({
  file_name,
  mime_type,
}: Pick<Document, 'file_name' | 'mime_type'>): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(file_name ?? '')?.[1];
  return (ending ?? nameFormat(mime_type ?? '')).toUpperCase();
}

/** Endings of formats whose media types name something else. */
const endings: Readonly<Record<string, string>> = {
  'wordprocessingml.document': 'docx',
  'spreadsheetml.sheet': 'xlsx',
  'presentationml.presentation': 'pptx',
  'opendocument.text': 'odt',
  'opendocument.spreadsheet': 'ods',
  'opendocument.presentation': 'odp',
  msword: 'doc',
  'ms-excel': 'xls',
  'ms-powerpoint': 'ppt',
  'ms-outlook': 'msg',
  rfc822: 'eml',
  plain: 'text',
  'tab-separated-values': 'tsv',
  calendar: 'ics',
  vcard: 'vcf',
  subrip: 'srt',
};

/** Returns the ending of a media type: `docx`, `epub` or `pdf`. */
function nameFormat(mimeType: string): string {
  const type = mimeType.replace(/^.*\/(x-|vnd\.)?(oasis\.|openxmlformats-officedocument\.)?/, '');
  return endings[type] ?? type.replace(/\+.*/, '');
}
