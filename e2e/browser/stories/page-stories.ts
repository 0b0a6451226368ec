import assert from 'node:assert/strict';
import { findViolations } from '../check-accessibility.ts';
import { openPages, pages } from '../pages.ts';
import { getSignIn, openWindow, signIn, type WindowOptions } from '../world.ts';
import type { Story } from './story.ts';

const looks: readonly (readonly [string, WindowOptions])[] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { isPhone: true }],
];

export const pageStories: readonly Story[] = [
  ...looks.map(
    ([look, options]): Story => ({
      name: `axe finds nothing on any page, ${look}`,
      async tell(world) {
        const { context, page } = await openWindow(world, options);
        const problems: string[] = [];
        const judge = async (path: string) => {
          await page.waitForLoadState('networkidle');
          for (const one of await findViolations(page)) problems.push(`${path}: ${one}`);
        };
        for (const path of openPages) {
          await page.goto(path);
          await page.locator('h1').waitFor();
          await judge(path);
        }
        await signIn(world, page);
        const { documents } = await world.api.call('listDocuments', {});
        const { conversations } = await world.api.call('listConversations', {});
        const all = [
          ...pages,
          ...documents.slice(0, 2).map(({ id }) => `/documents/${id}`),
          ...conversations.slice(0, 1).map(({ id }) => `/chat/${id}`),
        ];
        for (const path of all) {
          await page.goto(path);
          await page.locator('#content h1, #content article').first().waitFor();
          await judge(path);
        }
        await context.close();
        assert.deepEqual(problems, []);
      },
    }),
  ),
  {
    name: 'the start page fetches no more script than its bound',
    async tell(world) {
      const { context, page } = await openWindow(world);
      await signIn(world, page);
      await page.goto('/');
      await page.getByRole('textbox', { name: 'Ask your documents' }).waitFor();
      await page.waitForLoadState('networkidle');
      const bytes = Number(
        await page.evaluate(
          "performance.getEntriesByType('resource').filter(({name}) => name.endsWith('.js')).reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0)",
        ),
      );
      assert.ok(bytes > 100_000 && bytes <= 250_000, `it fetches ${bytes} bytes`);
      await context.close();
    },
  },
  {
    name: 'the first story can be told by keyboard alone',
    async tell(world) {
      const { context, page } = await openWindow(world);
      const { email, password } = getSignIn(world);
      await page.goto('/');
      await page.locator('input[name=email]').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.type(email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Ask your documents' }).waitFor();
      await page.keyboard.type('What is a column mask?');
      await page.keyboard.press('Enter');
      const chip = page.locator('article [aria-label^="Source "]').first();
      await chip.waitFor();
      for (let presses = 0; presses < 80; presses += 1) {
        // Back from where questions are typed.
        await page.keyboard.press('Shift+Tab');
        const name = await page.evaluate('document.activeElement?.getAttribute("aria-label")');
        if (String(name).startsWith('Source ')) break;
      }
      await page.keyboard.press('Enter');
      await page.locator('[data-reader]').waitFor();
      await context.close();
    },
  },
];
