import type { Page } from 'playwright-core';
import type { View } from './views.ts';

/** Opens a view and waits until it has settled. */
export async function openView(page: Page, { path, show }: View): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await show?.(page);
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
}
