import type { DocumentText } from '@lectern/contracts';
import { CodePoints } from './code-points.ts';
import { findWords, isSameWords } from './find-words.ts';
import type { Place } from './quote-on-page.ts';

/**
 * A passage to mark with its place at the time of the check, in code points; the end is exclusive.
 */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** If absent, the place is used as it is. */
  readonly quote?: string | undefined;
  readonly page?: number | null | undefined;
}

/**
 * Finds a passage in the current text. The stored place is used if its text equals the quote, else
 * the only occurrence of the quote. An ambiguous quote is not marked.
 */
export function locatePassage(
  pages: DocumentText['pages'],
  { start, end, quote }: Passage,
): Place | undefined {
  if (quote === undefined) return { start, end, byLine: true };
  const whole = new CodePoints(joinPages(pages));
  if (isSameWords(whole.slice(start, end), quote)) return { start, end };
  const found = findWords(whole.text, quote);
  const only = found[0];
  if (found.length !== 1 || !only) return undefined;
  return {
    start: new CodePoints(whole.text.slice(0, only.start)).length,
    end: new CodePoints(whole.text.slice(0, only.end)).length,
  };
}

/** Joins the parsed text; gaps between pages become white space. */
export function joinPages(pages: DocumentText['pages']): string {
  let text = '';
  let length = 0;
  for (const page of pages) {
    if (page.start > length) text += ' '.repeat(page.start - length);
    text += page.text;
    length = Math.max(length, page.start) + new CodePoints(page.text).length;
  }
  return text;
}
