import type { DocumentText } from '@lectern/contracts';
import { CodePoints } from './code-points.ts';

export interface PageQuote {
  /** The part of the passage on this page. */
  readonly text: string;
  /** UTF-16 index in the page's parsed text. */
  readonly index: number;
  /** True for a passage, which may be marked by its lines. */
  readonly byLine?: boolean | undefined;
}

/** A range in code points of the whole text. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** True for a passage instead of a quote. */
  readonly byLine?: boolean;
}

/** Returns the part of a passage on a page, or undefined if there is none. */
export function quoteOnPage(
  page: DocumentText['pages'][number],
  place: Place,
): PageQuote | undefined {
  const points = new CodePoints(page.text);
  const from = Math.max(0, place.start - page.start);
  const to = Math.min(points.length, place.end - page.start);
  if (to <= from) return undefined;
  const text = points.slice(from, to);
  return text.trim() === ''
    ? undefined
    : { text, index: points.toIndex(from), byLine: place.byLine };
}
