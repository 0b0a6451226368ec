import assert from 'node:assert/strict';
import { openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

export const deskStories: readonly Story[] = [
  {
    name: 'a conversation is pinned, filed, archived and shared by its menu',
    async run(world) {
      const { conversation_id: id } = await world.api.call('chat', {
        body: { message: 'Desk order?' },
      });
      const { context, page } = await openWindow(world);
      await signIn(world, page);
      const list = page.getByRole('region', { name: 'Conversations' });
      const choose = async (item: string) => {
        await list.getByRole('button', { name: 'Options for “Desk order?”' }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      };
      await choose('Pin');
      await list.getByText('Pinned', { exact: true }).waitFor();
      await choose('Unpin');
      // The row moves to another group, which closes its menu.
      await list.getByText('Pinned', { exact: true }).waitFor({ state: 'detached' });
      await choose('Move to folder');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Folder').fill('Office');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await list.getByText('Office', { exact: true }).waitFor();
      await choose('Archive');
      await list.getByText('Office', { exact: true }).waitFor({ state: 'detached' });
      await list.getByRole('button', { name: 'Archived' }).click();
      await choose('Remove from archive');
      await list.getByText('Office', { exact: true }).waitFor();

      await choose('Share');
      await dialog.getByRole('combobox', { name: 'Who can read' }).click();
      await page.getByRole('option', { name: 'Everyone in the organisation' }).click();
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
      assert.equal(link, `${world.suite.url}/shared/${id}`);
      await page.goto(link);
      await page.getByRole('heading', { level: 1, name: 'Desk order?' }).waitFor();
      await page.getByText('You can read this conversation, but not continue it.').waitFor();

      await world.api.call('shareConversation', { params: { id }, body: { audience: 'none' } });
      await page.reload();
      await page.getByText('The conversation does not exist, or you do not have access.').waitFor();
      await context.close();
    },
  },
];
