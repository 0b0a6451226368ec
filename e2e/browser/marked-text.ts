import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const script = fileURLToPath(new URL('read-marks.js', import.meta.url));

/** Text without white space, soft hyphens and forms of letters: what a reader would call the same. */
export function squeeze(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u00ad\u200b\ufeff]/g, '');
}

/** The words that the reader shows as marked, by where the marks lie; undefined when none are. */
export async function readMarkedText(page: Page, timeoutMs = 20_000): Promise<string | undefined> {
  const reader = page.locator('[data-reader]').first();
  await reader.waitFor();
  await page
    .locator('[data-reader] mark, [data-reader] [data-mark], [data-unmarked]')
    .first()
    .waitFor({ timeout: timeoutMs })
    .catch(() => undefined);
  // A quote may go on from one page to the next, and each is drawn by itself.
  await page.locator('[data-reader] [data-marked=soon]').waitFor({ state: 'detached' });
  return (await page.evaluate<string | null>(await readFile(script, 'utf8'))) ?? undefined;
}
