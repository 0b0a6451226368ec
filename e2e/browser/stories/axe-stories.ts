import assert from 'node:assert/strict';
import { findViolations } from '../check-accessibility.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openView } from '../views/open-view.ts';
import { listViews } from '../views/views.ts';
import { openWindow, signIn, type WindowOptions } from '../world.ts';
import type { Story } from './story.ts';

const looks: readonly (readonly [string, WindowOptions])[] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { isPhone: true }],
];

export const axeStories: readonly Story<FilledWorld>[] = looks.map(([look, options]) => ({
  name: `axe finds nothing on any page and state, ${look}`,
  async tell(world) {
    const { context, page } = await openWindow(world, options);
    const problems: string[] = [];
    let isSignedIn = false;
    for (const view of listViews(world.ids)) {
      if (view.isPhoneOnly && !options.isPhone) continue;
      if (!view.isOpen && !isSignedIn) await signIn(world, page);
      isSignedIn ||= !view.isOpen;
      await openView(page, view);
      for (const one of await findViolations(page)) problems.push(`${view.name}: ${one}`);
    }
    await page.goto('/docs');
    await page.locator('.opblock').first().waitFor();
    for (const one of await findViolations(page)) problems.push(`/docs: ${one}`);
    await context.close();
    assert.deepEqual(problems, []);
  },
}));
