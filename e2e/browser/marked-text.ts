import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const script = fileURLToPath(new URL('read-marks.js', import.meta.url));

/**
 * Removes white space, soft hyphens and letter forms, which a reader does not see as a difference.
 */
export function squeeze(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u00ad\u200b\ufeff]/g, '');
}

/** Returns the marked text of the viewer in its order on the page, or undefined without marks. */
export async function readMarkedText(page: Page, timeoutMs = 20_000): Promise<string | undefined> {
  const reader = page.locator('[data-reader]').first();
  await reader.waitFor();
  await page
    .locator('[data-reader] mark, [data-reader] [data-mark], [data-unmarked]')
    .first()
    .waitFor({ timeout: timeoutMs })
    .catch(() => undefined);
  // A quote may continue on the next page, which is rendered separately.
  await page.locator('[data-reader] [data-marked=soon]').waitFor({ state: 'detached' });
  return (await page.evaluate<string | null>(await readFile(script, 'utf8'))) ?? undefined;
}
