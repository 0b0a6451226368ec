import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { FilledWorld } from '../views/filled-world.ts';
import { openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

/** Stories about actions on several documents or on a whole collection. */
export const bulkStories: readonly Story<FilledWorld>[] = [
  {
    name: 'chosen documents are asked about together and no other one',
    async run(world) {
      const { page } = await openWindow(world);
      const id = await addNotes(world, 'Asked together');
      await signIn(world, page, `/library/${id}`);
      for (const name of ['Note heron', 'Note crane']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).click();
      }
      await page.getByText('2 documents selected').waitFor();
      const bar = page.getByRole('button', { name: 'Clear selection' }).locator('..');
      await bar.getByRole('button', { name: 'Ask about these' }).click();
      await page.getByRole('button', { name: 'Search in: 2 documents' }).waitFor();
      const asked = page.waitForRequest(
        (request) => request.url().includes('/api/chat') && request.method() === 'POST',
      );
      await page.getByRole('textbox', { name: 'Ask your documents' }).fill('How does it stand?');
      await page.keyboard.press('Enter');
      const { collection_filter } = (await asked).postDataJSON();
      assert.equal(collection_filter.document_ids.length, 2);
      assert.equal(collection_filter.collection_ids, undefined);
    },
  },
  {
    name: 'chosen documents come in one archive, and one alone as it is',
    async run(world) {
      const { page } = await openWindow(world);
      const id = await addNotes(world, 'Taken home');
      await signIn(world, page, `/library/${id}`);
      await page.getByRole('checkbox', { name: 'Select Note heron' }).click();
      const button = page.getByRole('button', { name: 'Download' });
      const single = page.waitForEvent('download');
      await button.click();
      assert.equal((await single).suggestedFilename(), 'Note heron.txt');
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      const several = page.waitForEvent('download');
      await button.click();
      const archive = await several;
      assert.equal(archive.suggestedFilename(), 'documents.zip');
      // The archive is not compressed, so its text is readable.
      const bytes = await readFile(await archive.path(), 'latin1');
      for (const bird of ['heron', 'crane', 'owl']) {
        assert.ok(bytes.includes(`Note ${bird}.txt`), bird);
        assert.ok(bytes.includes(`The ${bird} stands on one leg.`), bird);
      }
    },
  },
  {
    name: 'the reading of all chosen documents that are being read is stopped',
    async run(world) {
      const { page } = await openWindow(world);
      const id = await addNotes(world, 'Stopped');
      // Processing three lines ends before a person could stop it.
      await page.route('**/api/documents?*', async (route) => {
        const response = await route.fetch();
        const { documents, ...rest } = await response.json();
        for (const one of documents) if (one.title !== 'Note owl') one.status = 'parsing';
        await route.fulfill({ response, json: { documents, ...rest } });
      });
      const stopped: string[] = [];
      await page.route('**/cancel', async (route) => {
        stopped.push(route.request().url());
        const { documents } = await world.api.call('listDocuments', {
          query: { collection_id: id },
        });
        await route.fulfill({ json: documents[0] });
      });
      await signIn(world, page, `/library/${id}`);
      await page.getByRole('checkbox', { name: 'Select Note owl' }).click();
      const stop = page.getByRole('button', { name: 'Stop processing' });
      assert.equal(await stop.count(), 0);
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await stop.click();
      await stop.waitFor({ state: 'detached' });
      assert.equal(new Set(stopped).size, 2);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'documents that are there already are cut anew by new settings when that is asked for',
    async run(world) {
      const { page } = await openWindow(world);
      const id = await addNotes(world, 'Cut anew');
      await signIn(world, page, `/library/${id}`);
      await page.getByRole('button', { name: 'Options for “Cut anew”' }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      const again = page.getByRole('switch', { name: /Also split the existing documents/ });
      assert.equal(await again.count(), 0);
      await page.getByLabel('Passage length in tokens').fill('100');
      await again.click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Splitting 3 documents again').waitFor();
    },
  },
  {
    name: 'the failure of a tool server is shown in the chosen language, and its name is changed',
    async run(world) {
      const { page } = await openWindow(world, { locale: 'ru-RU' });
      const { id } = await world.api.call('createMcpServer', {
        body: { name: 'Nowhere', url: 'https://nowhere.invalid/mcp' },
      });
      await signIn(world, page, '/tools');
      await page.getByText('Сервер недоступен.').waitFor();
      const card = page.locator('.mantine-Card-root', { hasText: 'Nowhere' });
      await card.getByRole('button', { name: 'Изменить' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Название').fill('Somewhere');
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await page.getByRole('heading', { name: 'Somewhere' }).waitFor();
      await world.api.call('deleteMcpServer', { params: { id } });
    },
  },
];

async function addNotes({ api }: FilledWorld, name: string): Promise<string> {
  const { id } = await api.call('createCollection', { body: { name } });
  const { documents } = await api.call('addDocuments', {
    params: { id },
    body: {
      documents: ['heron', 'crane', 'owl'].map((bird) => ({
        external_id: bird,
        title: `Note ${bird}`,
        text: `The ${bird} stands on one leg.`,
      })),
    },
  });
  for (const one of documents) await api.waitUntilFinal(one.id ?? '');
  return id;
}
