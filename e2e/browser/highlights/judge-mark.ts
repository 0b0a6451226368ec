import type { Page } from 'playwright-core';
import { readMarkedText, squeeze } from '../marked-text.ts';

export type Verdict = 'drawn' | 'missed' | 'rightly not drawn' | 'wrong';

export interface Judged {
  readonly verdict: Verdict;
  readonly marked: string | undefined;
}

/** Until a large PDF is drawn on a busy machine. */
const settleMs = 30_000;

/**
 * Compares what the reader marks with the quote, but for white space. Nothing marked is right where
 * the quote does not stand in what the reader shows and the reader says that it marks nothing.
 */
export async function judgeMark(page: Page, quote: string): Promise<Judged> {
  const marked = await readMarkedText(page, settleMs);
  // Cells of a row stand apart by a bar in the quote and by borders on the page.
  const plain = (text: string) => squeeze(text).replaceAll('|', '');
  if (marked !== undefined) {
    return { verdict: plain(marked) === plain(quote) ? 'drawn' : 'wrong', marked };
  }
  const reader = page.locator('[data-reader]').first();
  const shown = plain((await reader.textContent()) ?? '');
  const saysSo = (await page.locator('[data-unmarked]').count()) > 0;
  return {
    verdict: saysSo && !shown.includes(plain(quote)) ? 'rightly not drawn' : 'missed',
    marked,
  };
}
