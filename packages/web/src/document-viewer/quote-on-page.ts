import type { DocumentText } from '@lectern/contracts';
import { CodePoints } from './code-points.ts';

export interface PageQuote {
  /** What of the passage stands on this page. */
  readonly text: string;
  /** UTF-16 index in the page's parsed text. */
  readonly index: number;
  /** The quote is a passage, of which the lines that are found may be marked. */
  readonly byLine?: boolean | undefined;
}

/** Code points of the whole text. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** A passage rather than a quote. */
  readonly byLine?: boolean;
}

/** The part of a passage that falls on a page; undefined where none does. */
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
