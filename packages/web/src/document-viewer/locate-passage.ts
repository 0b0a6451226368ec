import type { DocumentText } from '@lectern/contracts';
import { CodePoints } from './code-points.ts';
import { findWords, isSameWords } from './find-words.ts';
import type { Place } from './quote-on-page.ts';

/** The words to mark, and where they were when the answer was checked: code points, end excluded. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** Without it the place counts as it is. */
  readonly quote?: string | undefined;
  readonly page?: number | null | undefined;
}

/**
 * Where a passage is in the text as it is now. The stored place counts when its words are the
 * quote; else the quote counts where it stands exactly once. Nothing rather than a guess.
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

/** The whole parsed text; what lies between pages is white space. */
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
