import assert from 'node:assert/strict';
import { findViolations, findViolationsInBothColours } from '../check-accessibility.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openView } from '../views/open-view.ts';
import { listViews } from '../views/views.ts';
import { openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

export const axeStories: readonly Story<FilledWorld>[] = [
  {
    name: 'axe finds nothing on any page and state, light and dark, on a desk and in German on a phone',
    async run(world) {
      const problems = await Promise.all([checkViews(world, false), checkViews(world, true)]);
      assert.deepEqual(problems.flat(), []);
    },
  },
];

/**
 * Opens every view in its own window, on a phone in German with its long words, and returns view,
 * rule and place of each violation.
 */
async function checkViews(world: FilledWorld, isPhone: boolean): Promise<readonly string[]> {
  const { context, page } = await openWindow(world, isPhone ? { isPhone, locale: 'de-DE' } : {});
  const problems: string[] = [];
  const take = (name: string, found: readonly string[]) => {
    for (const one of found) problems.push(`${name}${isPhone ? ', phone' : ''}: ${one}`);
  };
  let isSignedIn = false;
  for (const view of listViews(world.ids)) {
    if (view.isPhoneOnly && !isPhone) continue;
    if (!view.isOpen && !isSignedIn) await signIn(world, page);
    isSignedIn ||= !view.isOpen;
    await openView(page, view);
    take(view.name, await findViolationsInBothColours(page));
  }
  // This view follows only the colour scheme of the browser.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs');
    await page.locator('.opblock').first().waitFor();
    take(`/docs, ${colorScheme}`, await findViolations(page));
  }
  await context.close();
  return problems;
}
