import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@lectern/testing';
import type { FilledWorld } from '../views/filled-world.ts';
import { openSignedIn } from '../world.ts';
import type { Story } from './story.ts';

export const sourceStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a folder is tried, added and synchronised; removals wait; its documents name it',
    async run(world) {
      const folder = join(world.sourceFolder, 'story');
      await mkdir(folder);
      await writeFile(join(folder, 'heron.md'), 'The heron waits by the weir.');
      await writeFile(join(folder, 'otter.md'), 'The otter sleeps under the bridge.');
      const { page } = await openSignedIn(world, '/sources');
      await page.getByRole('button', { name: 'Add a source' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Kind').click();
      await page.getByRole('option', { name: 'Folder on the server' }).click();
      await dialog.getByLabel('Folder', { exact: false }).first().fill('/etc');
      await dialog.getByLabel('Name', { exact: true }).fill('River');
      await dialog.getByRole('button', { name: 'Test and preview' }).click();
      await dialog.getByRole('alert').first().waitFor();
      await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
      await dialog.getByRole('button', { name: 'Test and preview' }).click();
      await dialog.getByText('2 added').waitFor();
      await dialog.getByRole('button', { name: 'Save and synchronise' }).click();
      await dialog.waitFor({ state: 'detached' });

      const card = page.locator('article', { hasText: 'River' });
      await card.getByText('Up to date').waitFor();
      await card.getByText('Daily at 06:00').waitFor();
      await card.getByText('2 documents').waitFor();
      await card.getByRole('button', { name: 'Pause' }).click();
      await card.getByText('Paused').waitFor();
      await rm(join(folder, 'otter.md'));
      await card.getByRole('button', { name: 'Sync now' }).click();
      await card.getByText('1 document would be removed').waitFor();
      await card.getByRole('button', { name: 'Runs' }).click();
      await card.getByText('by a person').first().waitFor();
      await card.getByRole('button', { name: 'Remove 1 document' }).click();
      await card.getByText('1 removed').first().waitFor();

      const { sources } = await world.api.call('listSources', {});
      const source = sources.find(({ name }) => name === 'River');
      const { documents } = await world.api.call('listDocuments', {
        query: { collection_id: source?.collection_id ?? '' },
      });
      assert.deepEqual(
        documents.map(({ title }) => title),
        ['heron'],
      );
      await page.goto(`/documents/${documents[0]?.id}?tab=details`);
      await page.getByRole('row', { name: 'Source River' }).getByRole('link').click();
      await card.getByText('by a person').first().waitFor();
      await card.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('Also delete the documents that it brought').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await card.waitFor({ state: 'detached' });
      await world.api.call('deleteCollection', { params: { id: source?.collection_id ?? '' } });
    },
  },
  {
    name: 'a source that is tried and not saved leaves nothing behind',
    async run(world) {
      const before = await world.api.call('listCollections', {});
      const bin = await world.api.call('listBin', {});
      const { page } = await openSignedIn(world, '/sources', { isPhone: true, locale: 'ru-RU' });
      await page.getByRole('button', { name: 'Добавить источник' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Тип').click();
      await page.getByRole('option', { name: 'Папка на сервере' }).click();
      await dialog.getByRole('textbox', { name: 'Папка' }).fill('/etc');
      await dialog.getByRole('button', { name: 'Проверить' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('textbox', { name: 'Папка' }).fill(world.sourceFolder);
      await dialog.getByRole('button', { name: 'Проверить' }).click();
      await dialog.getByText('Следующая синхронизация').waitFor();
      await dialog.getByRole('button', { name: 'Закрыть' }).click();
      await eventually(async () => {
        const { collections } = await world.api.call('listCollections', {});
        return collections.length === before.collections.length;
      });
      await eventually(async () => {
        const { entries } = await world.api.call('listBin', {});
        return entries.length === bin.entries.length;
      });
      const { sources } = await world.api.call('listSources', {});
      assert.deepEqual(
        sources.map(({ id }) => id),
        [world.ids.sourceId],
      );
    },
  },
];
