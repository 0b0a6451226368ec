import type { Locator, Page } from 'playwright-core';

/** Asks the agent for an order with the store's tools and returns the approval card. */
export async function orderByAgent(page: Page, order: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Mode: Knowledge' }).click();
  await page.getByRole('menuitem', { name: /^Agent/ }).click();
  await page.getByRole('button', { name: /^Search in:/ }).click();
  await page.getByRole('checkbox', { name: /^Stores/ }).click();
  await page.keyboard.press('Escape');
  const field = page.getByRole('textbox', { name: 'Ask your documents' });
  await field.fill(order);
  await field.press('Enter');
  return page.getByRole('group', { name: 'Allow order_battery to run?' });
}
