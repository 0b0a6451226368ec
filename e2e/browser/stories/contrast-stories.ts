import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { readMarkedText } from '../marked-text.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openSignedIn, openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

/** Stories about contrast and forced colours. */
export const contrastStories: readonly Story<FilledWorld>[] = [
  {
    name: 'fields, boxes and switches stand out from the page by 3:1, in light and dark, plain and high contrast',
    async run(world) {
      const { page } = await openSignedIn(world, '/search?tune=true');
      await page.getByRole('switch').first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const contrast of ['no-preference', 'more'] as const) {
          await page.emulateMedia({ colorScheme, contrast });
          await page.reload();
          await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
          await page.getByRole('switch').first().waitFor({ state: 'attached' });
          const ratios = await measureRatios(page, {
            'input[type=search]': 'border-top-color',
            '.mantine-Switch-input:not(:checked) + .mantine-Switch-track': 'background-color',
          });
          const faint = Object.entries(ratios).filter(([, ratio]) => ratio < 3);
          assert.deepEqual(faint, [], `${colorScheme}, contrast ${contrast}`);
        }
      }
    },
  },
  {
    name: 'in the few colours of a system a marked passage, what is chosen and where one is can be seen',
    async run(world) {
      const { page } = await openWindow(world);
      await page.emulateMedia({ forcedColors: 'active' });
      const { conversationId, messageId } = world.ids;
      const source = encodeURIComponent(`"${messageId}.1"`);
      await signIn(world, page, `/chat/${conversationId}?source=${source}`);
      await readMarkedText(page);
      // A PDF page keeps its colours: its text layer stays invisible and the mark visible.
      assert.equal(await readStyle(page, '[data-page] span', 'color'), 'rgba(0, 0, 0, 0)');
      const marked = await readStyle(page, '[data-mark]', 'background-color');
      assert.equal(marked, 'rgb(255, 212, 59)');
      const chosen = await readStyle(
        page,
        '.mantine-SegmentedControl-indicator',
        'background-color',
      );
      const around = await readStyle(page, '.mantine-SegmentedControl-root', 'background-color');
      assert.notEqual(chosen, around);
      await page.goto('/search?tune=true');
      await page.getByRole('link', { name: 'Search', exact: true }).waitFor();
      assert.equal(await readStyle(page, 'nav a[data-active]', 'outline-style'), 'solid');
      const isOn = '.mantine-Switch-input:checked + .mantine-Switch-track';
      const isOff = '.mantine-Switch-input:not(:checked) + .mantine-Switch-track';
      await page.locator(isOn).first().waitFor();
      assert.notEqual(
        await readStyle(page, isOn, 'background-color'),
        await readStyle(page, isOff, 'background-color'),
      );
    },
  },
];

async function readStyle(page: Page, selector: string, property: string): Promise<string> {
  await page.locator(selector).first().waitFor({ state: 'attached' });
  const [place, name] = [JSON.stringify(selector), JSON.stringify(property)];
  return page.evaluate(
    `getComputedStyle(document.querySelector(${place})).getPropertyValue(${name})`,
  );
}

/** Returns the contrast of each selector's first element with the page background. */
async function measureRatios(
  page: Page,
  properties: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, number>>> {
  const ratios: Record<string, number> = {};
  const ground = luminanceOf(await readStyle(page, 'body', 'background-color'));
  for (const [selector, property] of Object.entries(properties)) {
    const own = luminanceOf(await readStyle(page, selector, property));
    ratios[selector] = (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
  }
  return ratios;
}

/** Relative luminance as WCAG 2 defines it, for an opaque colour. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
