import assert from 'node:assert/strict';
import { eventually } from '@lectern/testing';
import { openSignedIn } from '../world.ts';
import type { Story } from './story.ts';

const dayMs = 86_400_000;

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
    async run(world) {
      const { page } = await openSignedIn(world);
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

      await page.getByRole('button', { name: /^Options for “How long is the warranty/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      assert.ok(await dialog.getByRole('checkbox', { name: /1 attached file/ }).isChecked());
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(await findAttached(), []);
    },
  },
  {
    name: 'files that are kept when their conversation is deleted name it no more',
    async run(world) {
      const { page } = await openSignedIn(world);
      const name = 'kept-warranty.txt';
      await page.locator('[data-upload=attachments]').setInputFiles([{ ...file, name }]);
      await page.locator('[data-attached=done]').waitFor({ timeout: 60_000 });
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .fill('Has the seal a warranty?');
      await page.keyboard.press('Enter');
      await page.locator('[data-answer-tools]').waitFor({ timeout: 60_000 });
      const describe = async () => {
        const { collections } = await world.api.call('listCollections', { query: { limit: 500 } });
        return collections.find((one) => one.name === name)?.description;
      };
      await eventually(async () => (await describe())?.includes('/chat/') === true);
      await page.reload();
      await page.getByRole('button', { name: /^Options for “Has the seal/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox', { name: /1 attached file/ }).uncheck();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await describe(), '');
    },
  },
  {
    name: 'files of a conversation that is never begun go after a week',
    async run(world) {
      const { page } = await openSignedIn(world);
      await page.locator('[data-upload=attachments]').setInputFiles([file]);
      await page.locator('[data-attached=done]').waitFor({ timeout: 60_000 });
      const countWaiting = async () => {
        const { collections } = await world.api.call('listCollections', { query: { limit: 500 } });
        return collections.filter(({ name }) => name === file.name).length;
      };
      await page.reload();
      await page.locator('[data-attached=done]').waitFor();
      assert.equal(await countWaiting(), 1);
      await page.clock.setSystemTime(Date.now() + 8 * dayMs);
      await page.reload();
      await eventually(async () => (await countWaiting()) === 0);
      await page.locator('[data-attached]').first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a citation of a deleted document explains why nothing is shown',
    async run(world) {
      const { api } = world;
      const id = await api.createCollection('Cranes');
      const text = 'The crane of Gdynia lifts forty tonnes. It stands at the third quay.';
      const { documents } = await api.call('addDocuments', {
        params: { id },
        body: { documents: [{ external_id: 'crane', title: 'The crane', text }] },
      });
      const documentId = documents[0]?.id ?? '';
      await api.waitUntilFinal(documentId);
      const answer = await api.call('chat', {
        body: { message: 'How many tonnes does the crane of Gdynia lift?' },
      });
      const { page } = await openSignedIn(world);
      const source = encodeURIComponent(`"${answer.message_id}.1"`);
      await page.goto(`/chat/${answer.conversation_id}?source=${source}`);
      await page.locator('[data-reader] mark').first().waitFor();
      await api.call('deleteDocument', { params: { id: documentId } });
      await page.reload();
      await page.locator('[data-withheld]').getByText('the document was deleted').waitFor();
      assert.equal(await page.getByText('The document does not exist').count(), 0);
    },
  },
];
