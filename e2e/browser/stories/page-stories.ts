import assert from 'node:assert/strict';
import { eventually } from '@lectern/testing';
import { getSignIn, openSignedIn, openWindow } from '../world.ts';
import type { Story } from './story.ts';

export const pageStories: readonly Story[] = [
  {
    name: 'the start page fetches no more script than its bound',
    async run(world) {
      const { page } = await openSignedIn(world);
      await page.goto('/');
      await page.getByRole('textbox', { name: 'Ask your documents' }).waitFor();
      await page.waitForLoadState('networkidle');
      const scripts = (await page.evaluate(
        "performance.getEntriesByType('resource').filter(({name}) => name.endsWith('.js')).map(({name, encodedBodySize}) => [name.split('/').at(-1), encodedBodySize])",
      )) as [string, number][];
      const bytes = scripts.reduce((sum, [, size]) => sum + size, 0);
      assert.ok(
        bytes > 100_000 && bytes <= 256_000,
        `it fetches ${bytes} bytes: ${scripts.join(' ')}`,
      );
    },
  },
  {
    name: 'a new chat, the search and the palette are a shortcut away, also on a Russian keyboard',
    async run(world) {
      const { page } = await openSignedIn(world, '/help');
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('Control+Shift+F');
      await page.locator('input[type=search]:focus').waitFor();
      await page.keyboard.press('Control+Shift+O');
      await page.getByRole('textbox', { name: 'Ask your documents' }).waitFor();
      const press = { key: 'л', code: 'KeyK', ctrlKey: true };
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .dispatchEvent('keydown', press);
      const { id } = await world.api.call('createCollection', { body: { name: 'Plans' } });
      await world.api.call('addDocuments', {
        params: { id },
        body: { documents: [{ external_id: 'weir', title: 'Weir plan', text: 'The weir.' }] },
      });
      const palette = page.locator('input.mantine-Spotlight-search');
      await palette.fill('weir');
      await page.locator('[data-selected]').getByText('Weir plan').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Weir plan' }).waitFor();
      await page.keyboard.press('Control+K');
      // The palette gets what is typed while it opens.
      await page.keyboard.type('security');
      assert.equal(await palette.inputValue(), 'security');
      await page.getByRole('button', { name: 'Settings: Security' }).click();
      await page.waitForURL('**/settings?tab=security');
      const opener = page.getByRole('button', { name: 'Search pages and commands' });
      await opener.press('Enter');
      await palette.press('Escape');
      await eventually(async () => await opener.evaluate((one) => one.matches(':focus')));
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'the first tasks work by keyboard alone',
    async run(world) {
      const { page } = await openWindow(world);
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
      await page.locator('article [data-answer-tools]').waitFor();
      for (let presses = 0; presses < 80; presses += 1) {
        // Moves the focus back from the composer.
        await page.keyboard.press('Shift+Tab');
        const name = await page.evaluate('document.activeElement?.getAttribute("aria-label")');
        if (String(name).startsWith('Source ')) break;
      }
      await page.keyboard.press('Enter');
      await page.locator('[data-reader]').waitFor();
      // The keyboard focus stays where it was.
      await page.locator('article [aria-label^="Source "][aria-pressed=true]:focus').waitFor();
      await page.locator('.mantine-HoverCard-dropdown').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.locator('[data-reader]').waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await page.locator('[data-reader]').waitFor();
      await page.getByRole('button', { name: 'Close source' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-reader]').waitFor({ state: 'detached' });
      await page.locator('article [aria-label^="Source "]:focus').waitFor();
    },
  },
];
