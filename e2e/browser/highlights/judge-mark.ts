import type { Page } from 'playwright-core';
import { readMarkedText, squeeze } from '../marked-text.ts';

export type Verdict = 'drawn' | 'missed' | 'rightly not drawn' | 'wrong';

export interface Judged {
  readonly verdict: Verdict;
  readonly marked: string | undefined;
}

/** Time to render a large PDF on a busy machine. */
const settleMs = 30_000;

/**
 * Compares the marked text with the quote, ignoring white space. An empty mark is correct if the
 * viewer shows no such text and says so.
 */
export async function judgeMark(page: Page, quote: string): Promise<Judged> {
  const marked = await readMarkedText(page, settleMs);
  // The quote separates table cells by bars, the page by borders; raised text has signs in the quote.
  const plain = (text: string) =>
    squeeze(text.replace(/\[note ([^\]]*)\]/g, '$1')).replace(/[|^_()]/g, '');
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
