import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCollections, treeRow } from '../collections.ts';
import { dropFiles } from '../drop-files.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

/** Stories about adding folders with their contents. */
export const folderStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a folder that is dropped becomes collections with all that is in it, or gives its files alone',
    async run(world) {
      const { page } = await openWindow(world);
      const [shownId, otherId] = await addCollections(world, ['Dropped here', 'Dropped there']);
      const folder = await mkdtemp(join(tmpdir(), 'lectern-drop-'));
      await mkdir(join(folder, 'manuals', 'pumps'), { recursive: true });
      await mkdir(join(folder, 'manuals', '.git'));
      await writeFile(join(folder, 'manuals', 'first.md'), '# First manual');
      await writeFile(join(folder, 'manuals', 'pumps', 'second.md'), '# Second manual');
      await writeFile(join(folder, 'manuals', '.git', 'config'), 'of nobody');
      await signIn(world, page, `/library/${shownId}`);
      await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
      const dialog = page.getByRole('dialog', { name: 'Add folders' });
      const add = dialog.getByRole('button', { name: 'Add', exact: true });
      await dropFiles(page, page.getByText('No documents yet'), [join(folder, 'manuals')]);
      await dialog.getByText('2 files in 2 folders').waitFor();
      await add.click();
      const panel = page.getByRole('region', { name: 'Uploads' });
      await panel.getByText('manuals/pumps/second.md').waitFor();
      await panel.getByText('2 of 2 uploaded').waitFor();
      const manuals = await findBelow(world, shownId, 'manuals');
      const pumps = await findBelow(world, manuals, 'pumps');
      await expectDocuments(world, manuals, ['first.md', 'second.md']);
      await expectDocuments(world, pumps, ['second.md']);
      await treeRow(page, 'pumps').waitFor();

      // The second upload reuses the collections and reports the duplicates.
      await dropFiles(page, page.locator('[data-document]').first(), [join(folder, 'manuals')]);
      await add.click();
      await panel.getByText('4 of 4 uploaded').waitFor();
      assert.equal(await panel.getByText('Already exists').count(), 2);

      await dropFiles(page, treeRow(page, 'Dropped there'), [join(folder, 'manuals')]);
      await dialog.getByRole('radio', { name: 'Files only' }).check();
      await add.click();
      await panel.getByText('6 of 6 uploaded').waitFor();
      await panel.getByText('to “Dropped there”').first().waitFor();
      await expectDocuments(world, otherId, ['first.md', 'second.md']);

      await dropFiles(page, treeRow(page, 'Dropped there'), [join(folder, 'manuals')]);
      await add.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await panel.getByText('6 of 6 uploaded').waitFor();
      await rm(folder, { recursive: true });
    },
  },
  {
    name: 'a chosen folder may begin with a dot, and one without files is reported',
    async run(world) {
      const { page } = await openWindow(world);
      const [id] = await addCollections(world, ['Picked']);
      const folder = await mkdtemp(join(tmpdir(), 'lectern-pick-'));
      await mkdir(join(folder, '.notes'));
      await mkdir(join(folder, 'bare'));
      await writeFile(join(folder, '.notes', 'first.md'), '# First note');
      await writeFile(join(folder, 'bare', '.DS_Store'), 'of nobody');
      await signIn(world, page, `/library/${id}`);
      const input = page.locator('[data-upload=folder]');
      await input.setInputFiles(join(folder, 'bare'));
      await page.getByText('There are no files to add.').waitFor();
      await input.setInputFiles(join(folder, '.notes'));
      await page.getByRole('radio', { name: 'As collections', checked: true }).waitFor();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('1 of 1 uploaded').waitFor();
      await expectDocuments(world, await findBelow(world, id, '.notes'), ['first.md']);
      await rm(folder, { recursive: true });
    },
  },
];

async function findBelow(
  { api }: FilledWorld,
  parentId: string | undefined,
  name: string,
): Promise<string> {
  const { collections } = await api.call('listCollections', {});
  const found = collections.find((one) => one.parent_id === parentId && one.name === name);
  assert.ok(found, `there is no ${name}`);
  return found.id;
}

async function expectDocuments(
  { api }: FilledWorld,
  id: string | undefined,
  names: readonly string[],
): Promise<void> {
  const { documents } = await api.call('listDocuments', { query: { collection_id: id ?? '' } });
  assert.deepEqual(documents.map(({ file_name }) => file_name).sort(), names);
}
