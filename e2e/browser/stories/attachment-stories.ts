import assert from 'node:assert/strict';
import { eventually } from '@lectern/testing';
import { openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

const file = {
  name: 'warranty.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    'Warranty of the pump. The pump of Ostrava has a warranty of seven years. Its seal has none.',
  ),
};

export const attachmentStories: readonly Story[] = [
  {
    name: 'a file is attached to a conversation, answers it, and goes with it',
    async tell(world) {
      const { context, page } = await openWindow(world);
      await signIn(world, page);
      await page.locator('[data-upload=attachments]').setInputFiles([file]);
      await page.locator('[data-attached=done]').waitFor({ timeout: 60_000 });
      await page.reload();
      await page.locator('[data-attached=done]').waitFor();
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .fill('How long is the warranty of the pump of Ostrava?');
      await page.keyboard.press('Enter');
      await page.locator('article').getByText('seven years').first().waitFor();
      await page.waitForURL(/\/chat\//);
      const conversationId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const findAttached = async () => {
        const { collections } = await world.api.call('listCollections', { query: { limit: 500 } });
        return collections.filter(({ description }) => description.endsWith(conversationId));
      };
      await eventually(async () => (await findAttached()).length === 1);
      await page.reload();
      await page.getByRole('button', { name: 'Search in: warranty.txt' }).waitFor();

      await page.getByRole('button', { name: /^Options of “How long is the warranty/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      assert.ok(await dialog.getByRole('checkbox', { name: /1 attached file/ }).isChecked());
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(await findAttached(), []);
      await context.close();
    },
  },
];
