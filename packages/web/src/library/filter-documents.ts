import type { Document } from '@lectern/contracts';
import { endingOf } from './sort-documents.ts';

/** Filters of the loaded documents; undefined means any. */
export interface DocumentFilters {
  readonly type?: string | undefined;
  /** Maximum age in days. */
  readonly days?: string | undefined;
  readonly author?: string | undefined;
  readonly source?: string | undefined;
}

export type FilterName = keyof DocumentFilters;

const dayMs = 86_400_000;

export function filterDocuments(
  documents: readonly Document[],
  { type, days, author, source }: DocumentFilters,
  now = Date.now(),
): readonly Document[] {
  const since = days === undefined ? undefined : now - Number(days) * dayMs;
  return documents.filter(
    (document) =>
      (type === undefined || endingOf(document) === type) &&
      (since === undefined || Date.parse(document.updated_at) >= since) &&
      (author === undefined || authorsOf(document).includes(author)) &&
      (source === undefined || sourceOf(document) === source),
  );
}

/** Returns the values that the documents have, sorted. */
export function listFilterValues(
  documents: readonly Document[],
): Readonly<Record<'type' | 'author' | 'source', readonly string[]>> {
  const sort = (values: readonly string[]) =>
    [...new Set(values)].filter((value) => value !== '').toSorted((a, b) => a.localeCompare(b));
  return {
    type: sort(documents.map(endingOf)),
    author: sort(documents.flatMap(authorsOf)),
    source: sort(documents.map(sourceOf)),
  };
}

function authorsOf({ metadata: { author, authors } }: Document): readonly string[] {
  return [author, authors].flatMap((value) => {
    if (Array.isArray(value)) return value;
    return typeof value === 'string' ? value.split(/\s*;\s*/) : [];
  });
}

/** Returns the named source or the host of the address; empty for an upload. */
function sourceOf({ metadata: { source }, url }: Document): string {
  if (typeof source === 'string') return source;
  return url !== null && URL.canParse(url) ? new URL(url).hostname : '';
}
