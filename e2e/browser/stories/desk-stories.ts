import assert from 'node:assert/strict';
import { eventually } from '@lectern/testing';
import { findViolations, findViolationsInBothColours } from '../check-accessibility.ts';
import { openSignedIn, waitUntilInView } from '../world.ts';
import type { Story } from './story.ts';

export const deskStories: readonly Story[] = [
  {
    name: 'a conversation is pinned, filed, archived and shared by its menu',
    async run(world) {
      const { conversation_id: id } = await world.api.call('chat', {
        body: { message: 'Desk order?' },
      });
      const { page } = await openSignedIn(world);
      const list = page.getByRole('region', { name: 'Conversations' });
      const choose = async (item: string) => {
        await list.getByRole('button', { name: 'Options for “Desk order?”' }).click();
        await waitUntilInView(page, '[role=menu] > :last-child');
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
      await list.getByRole('link', { name: 'All conversations' }).click();
      await page.locator('label').filter({ hasText: 'Archived' }).click();
      await page.getByRole('checkbox', { name: 'Select “Desk order?”' }).check();
      await page.getByRole('button', { name: 'Remove from archive' }).click();
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
    },
  },
  {
    name: 'conversations are found, filed, archived and deleted together, and come back',
    async run(world) {
      const ids: string[] = [];
      for (const n of [1, 2, 3]) {
        const { conversation_id: id } = await world.api.call('chat', {
          body: { message: `Tidal table ${n}?` },
        });
        ids.push(id);
      }
      const { page } = await openSignedIn(world, '/conversations?query=tidal');
      const content = page.locator('#content');
      const rows = content.locator('tbody tr');
      await eventually(async () => (await rows.count()) === 3);
      await content.getByRole('checkbox', { name: 'Select all' }).check();
      await content.getByText('3 conversations selected').waitFor();
      await content.getByRole('button', { name: 'Move to folder' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Folder').fill('Tides');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await eventually(async () => (await rows.filter({ hasText: 'Tides' }).count()) === 3);
      await content.getByRole('checkbox', { name: 'Select “Tidal table 1?”' }).check();
      await content.getByRole('button', { name: 'Archive', exact: true }).click();
      await eventually(async () => (await rows.count()) === 2);
      await content.getByRole('checkbox', { name: 'Select all' }).check();
      assert.deepEqual(await findViolationsInBothColours(page), []);
      await content.getByRole('button', { name: 'Delete', exact: true }).click();
      await content.getByText('No matching conversations').waitFor();
      await page.locator('[data-undo]').click();
      await eventually(async () => (await rows.count()) === 2);
      for (const id of ids) {
        const { folder } = await world.api.call('getConversation', { params: { id } });
        assert.equal(folder, 'Tides');
      }
    },
  },
  {
    name: 'a question that is sent too early or without a network waits and is sent',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      const ask = async (question: string) => {
        await field.fill(question);
        await page.keyboard.press('Enter');
      };
      const text = 'The ferry of Arhus leaves at dawn. It carries nine wagons.';
      const sent = Promise.withResolvers<void>();
      await page.route('**/api/collections/*/documents', async (route) => {
        await sent.promise;
        await route.continue();
      });
      await page
        .locator('[data-upload=attachments]')
        .setInputFiles([{ name: 'ferry.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }]);
      await ask('How many wagons does the ferry of Arhus carry?');
      await page.getByText('Sent when the files are ready').waitFor();
      sent.resolve();
      await page.locator('article').getByText('nine wagons').first().waitFor();
      await page.waitForURL(/\/chat\//);
      await page.locator('[data-answer-tools]').waitFor();
      // During an answer a question waits for its end instead.
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });

      await context.setOffline(true);
      await ask('When does the ferry of Arhus leave?');
      await page.getByText('Your question is sent as soon as').first().waitFor();
      await context.setOffline(false);
      await page.locator('article').nth(1).getByText('at dawn').first().waitFor();
      await page.locator('article').nth(1).locator('[data-answer-tools]').waitFor();
      assert.equal(await page.getByRole('heading', { level: 2, name: 'You' }).count(), 2);
    },
  },
  {
    name: 'a first question without a network, before its modules are loaded, waits and is sent',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      await field.fill('Which is the tallest desk lamp of Tromso?');
      await page.keyboard.press('Enter');
      await page.getByText('Your question is sent as soon as').waitFor();
      await context.setOffline(false);
      await page.locator('[data-answer-tools]').waitFor();
      assert.equal(await field.inputValue(), '');
    },
  },
  {
    name: 'an answer that finds nothing tells that documents are still processed',
    async run(world) {
      const { page } = await openSignedIn(world);
      // Documents that are ready stand for those that are being read.
      await page.route('**/api/documents?*status=parsing*', (route) =>
        route.continue({ url: route.request().url().replace('parsing', 'ready') }),
      );
      const collection_id = await world.api.createCollection('Bridges');
      const documents = [{ external_id: 'bridge', title: 'Bridge', text: 'The bridge is red.' }];
      const accepted = await world.api.call('addDocuments', {
        params: { id: collection_id },
        body: { documents },
      });
      await world.api.waitUntilFinal(accepted.documents[0]?.id ?? '');
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .fill('Who won the chess tournament of Wijk aan Zee in 1971?');
      await page.keyboard.press('Enter');
      await page
        .locator('article')
        .getByText('Some documents are still being processed.')
        .waitFor();
    },
  },
  {
    name: 'an assistant and a prompt are saved, and chosen by @ and / in the question field',
    async run(world) {
      const { page } = await openSignedIn(world);
      await page.goto(`${world.suite.url}/assistants`);
      await page.getByRole('heading', { name: 'No assistants yet' }).waitFor();
      const dialog = page.getByRole('dialog');
      const save = async (button: string, fields: Readonly<Record<string, string>>) => {
        await page.getByRole('button', { name: button }).click();
        for (const [label, text] of Object.entries(fields)) {
          await dialog.getByRole('textbox', { name: label }).fill(text);
        }
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await save('New assistant', { Name: 'Guide', Instructions: 'Answer like a guide.' });
      await page.getByRole('heading', { name: 'Guide' }).waitFor();
      await page.getByRole('tab', { name: 'Saved prompts' }).click();
      await save('New prompt', { Name: 'Height', Text: 'How tall is the desk lamp?' });
      await page.getByRole('heading', { name: 'Height' }).waitFor();

      await page.goto(world.suite.url);
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      await field.fill('@gui');
      await page.getByRole('option', { name: /Guide/ }).waitFor();
      assert.deepEqual(await findViolations(page), []);
      await field.press('Enter');
      const chip = page.getByRole('button', { name: 'Assistant: Guide. Remove' });
      await chip.waitFor();
      assert.equal(await field.inputValue(), '');
      await field.fill('/');
      await page.getByRole('option', { name: /Height/ }).waitFor();
      await field.press('Enter');
      assert.equal(await field.inputValue(), 'How tall is the desk lamp?');
      await field.press('Enter');
      const answer = page.locator('article [data-assistant]');
      await answer.waitFor();
      assert.equal(await answer.textContent(), 'Guide');
      await page.reload();
      await chip.click();
      await chip.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'documents are filtered by author, renamed, and given metadata one by one and together',
    async run(world) {
      const { id } = await world.api.call('createCollection', { body: { name: 'Harbour' } });
      const { documents } = await world.api.call('addDocuments', {
        params: { id },
        body: {
          documents: ['Ada', 'Bo'].map((author) => ({
            ...{ external_id: author, title: `Log of ${author}`, text: `${author} keeps a log.` },
            metadata: { author, year: 2024 },
          })),
        },
      });
      const [first = '', second = ''] = documents.map((one) => one.id ?? '');
      for (const one of [first, second]) await world.api.waitUntilFinal(one);
      const { page } = await openSignedIn(world, `/library/${id}`);
      await page.getByRole('combobox', { name: 'Author' }).click();
      await page.getByRole('option', { name: 'Ada' }).click();
      await page.getByText('1 document', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Options for “Log of Ada”' }).click();
      await page.getByRole('menuitem', { name: 'Edit details' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('Log of the harbour');
      await dialog.getByLabel('Value of year').fill('2025');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('link', { name: 'Log of the harbour' }).waitFor();
      await page.getByRole('button', { name: 'Clear', exact: true }).click();

      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await page.getByRole('button', { name: 'Edit details' }).click();
      await dialog.getByLabel('Field').fill('project');
      await dialog.getByLabel('Value of project').fill('North pier');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const read = (one: string) => world.api.call('getDocument', { params: { id: one } });
      const project = 'North pier';
      assert.deepEqual((await read(first)).metadata, { author: 'Ada', year: 2025, project });
      assert.deepEqual((await read(second)).metadata, { author: 'Bo', year: 2024, project });
      assert.equal((await read(first)).title, 'Log of the harbour');
    },
  },
];
