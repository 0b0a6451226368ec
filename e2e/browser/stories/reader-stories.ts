import assert from 'node:assert/strict';
import { findViolationsInBothColours } from '../check-accessibility.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openSignedIn, openWindow, signIn, waitUntil, waitUntilInView } from '../world.ts';
import type { Story } from './story.ts';

export const readerStories: readonly Story<FilledWorld>[] = [
  {
    name: 'words are found in a PDF, counted and marked, and on its text as well',
    async run(world) {
      const { page } = await openSignedIn(world, `/documents/${world.ids.pdfId}`);
      await page.locator('[data-reader=pdf] [data-text-layer] span').first().waitFor();
      const { pages } = await world.api.call('getDocumentText', {
        params: { id: world.ids.pdfId },
      });
      const count = pages.flatMap(({ text }) => [...text.matchAll(/battery/gi)]).length;
      assert.ok(count > 1, 'the PDF has the word once');
      await page.keyboard.press('Control+f');
      const field = page.getByRole('textbox', { name: 'Find in document' });
      await field.fill('BATTERY');
      await page.getByText(`1 of ${count}`, { exact: true }).waitFor();
      await page.locator('[data-hit=current]').first().waitFor();
      await field.press('Shift+Enter');
      await page.getByText(`${count} of ${count}`, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Next match' }).click();
      await page.getByText(`1 of ${count}`, { exact: true }).waitFor();
      await waitUntilInView(page, '[data-hit=current]');
      // Hides the tooltip of the button.
      await page.mouse.move(0, 0);
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
      assert.deepEqual(await findViolationsInBothColours(page), []);
      await page.locator('label').filter({ hasText: 'Text' }).click();
      await page.locator('[data-reader=text] mark[data-current]').waitFor();
      await field.fill('nothing of this kind');
      await page.getByText('No matches').waitFor();
      await field.press('Escape');
      await page.locator('[data-reader=text]:focus').waitFor();
      assert.equal(await page.locator('mark').count(), 0);
    },
  },
  {
    name: 'a page fits its width or the view, is turned, and is opened by its picture',
    async run(world) {
      const { page } = await openSignedIn(world, `/documents/${world.ids.pdfId}`);
      const sheet = page.locator('[data-page="1"]');
      await sheet.waitFor();
      const frame = page.locator('[data-reader=pdf]');
      const wide = (await sheet.boundingBox())?.width ?? 0;
      await page.getByRole('button', { name: 'Fit page' }).click();
      await page.getByRole('button', { name: 'Fit width' }).waitFor();
      await waitUntil(
        page,
        `(() => {
          const page = document.querySelector('[data-page="1"]')?.getBoundingClientRect();
          const frame = document.querySelector('[data-reader=pdf]').getBoundingClientRect();
          return page && page.height <= frame.height && page.width < ${wide};
        })()`,
      );
      await page.reload();
      await page.getByRole('button', { name: 'Fit width' }).waitFor();
      await sheet.waitFor();
      await frame.focus();
      await page.keyboard.press('+');
      await page.getByRole('button', { name: 'Fit page' }).waitFor();
      await page.getByRole('button', { name: 'More reader options' }).click();
      await page.getByRole('menuitem', { name: 'Rotate' }).click();
      await waitUntil(
        page,
        `(() => {
          const { width, height } = document.querySelector('[data-page="1"]')?.getBoundingClientRect() ?? {};
          return width > height;
        })()`,
      );
      await page.getByRole('button', { name: 'More reader options' }).click();
      await page.getByRole('menuitem', { name: 'Page thumbnails' }).click();
      const thumbnails = page.getByRole('navigation', { name: 'Page thumbnails' });
      await thumbnails.getByRole('button', { name: 'Page 2' }).click();
      await thumbnails.locator('[aria-current]').getByText('2').waitFor();
      await frame.focus();
      await page.keyboard.press('p');
      await thumbnails.locator('[aria-current]').getByText('1').waitFor();
      assert.deepEqual(await findViolationsInBothColours(page), []);
    },
  },
  {
    name: 'a text is printed as a whole',
    async run(world) {
      const { page } = await openWindow(world);
      await page.addInitScript(`window.print = () => {
        window.printed = document.querySelector('[data-print]')?.textContent;
      }`);
      await signIn(world, page, `/documents/${world.ids.documentId}`);
      await page.locator('[data-reader=text]').waitFor();
      await page.getByRole('button', { name: 'More reader options' }).click();
      await page.getByRole('menuitem', { name: 'Print' }).click();
      await waitUntil(page, 'window.printed?.length > 100');
      await page.locator('[data-print]').waitFor({ state: 'detached' });
    },
  },
];
