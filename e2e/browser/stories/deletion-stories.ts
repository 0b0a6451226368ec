import assert from 'node:assert/strict';
import { eventually } from '@lectern/testing';
import { treeRow } from '../collections.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

/**
 * Stories about deleted things, which are in the bin at once and can be restored.
 */
export const deletionStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a deleted document returns by its notice for as long as that is shown, and from the bin otherwise',
    async run(world) {
      const { page } = await openWindow(world);
      const { collectionId } = world.ids;
      const file = { name: 'to-be-deleted.md', bytes: new TextEncoder().encode('# Gone soon') };
      const [accepted] = await world.api.uploadAccepted(collectionId, [file]);
      await world.api.waitUntilFinal(accepted?.id ?? '');
      await page.clock.install();
      await signIn(world, page, `/library/${collectionId}`);
      const row = page.locator('[data-document]').filter({ hasText: file.name });
      const undo = page.getByRole('button', { name: 'Undo' });
      const deleteIt = async () => {
        await row.getByRole('button', { name: /Options/ }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await row.waitFor({ state: 'detached' });
      };
      await deleteIt();
      await undo.hover();
      await page.clock.fastForward(60_000);
      await undo.click();
      await row.waitFor();
      await undo.waitFor({ state: 'detached' });
      await world.api.waitUntilFinal(accepted?.id ?? '');

      await deleteIt();
      await undo.waitFor();
      await page.mouse.move(0, 0);
      await page.clock.fastForward(60_000);
      await undo.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Administration' }).click();
      await page.getByRole('link', { name: 'Bin', exact: true }).click();
      await page
        .getByRole('button', { name: /^Restore .*Gone soon|^Restore to-be-deleted/ })
        .click();
      await page.getByText(/was restored/).waitFor();
      await page.goBack();
      await row.waitFor();
      await world.api.waitUntilFinal(accepted?.id ?? '');

      await deleteIt();
      await untilGone(world, accepted?.id ?? '');
      const restored = { params: { id: accepted?.id ?? '' } };
      await world.api.call('restoreFromBin', restored);
      await row.waitFor();
    },
  },
  {
    name: 'a deleted collection returns by its notice and from the bin',
    async run(world) {
      const { page } = await openWindow(world);
      const { id } = await world.api.call('createCollection', { body: { name: 'Binned maps' } });
      await signIn(world, page, `/library/${id}`);
      const row = treeRow(page, 'Binned maps');
      const deleteIt = async () => {
        await page
          .getByRole('button', { name: /Options.*Binned maps/ })
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await row.waitFor({ state: 'detached' });
      };
      await deleteIt();
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
      await deleteIt();
      await page.goto('/bin');
      await page.getByRole('button', { name: 'Restore Binned maps' }).click();
      await page.getByText('“Binned maps” was restored').waitFor();
      await world.api.call('deleteCollection', { params: { id } });
      await page.reload();
      await page.getByRole('button', { name: 'Delete permanently: Binned maps' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Delete permanently' }).click();
      await dialog.waitFor({ state: 'detached' });
      const { entries } = await world.api.call('listBin');
      assert.ok(!entries.some((entry) => entry.id === id));
    },
  },
  {
    name: 'a delete is taken back by keyboard, and the focus stays among the documents',
    async run(world) {
      const { page } = await openWindow(world);
      const { collectionId, documents } = await addPapers(world, 'Read by keyboard');
      await page.clock.install();
      await signIn(world, page, `/library/${collectionId}`);
      const rows = page.locator('[data-document]');
      const titles = () => rows.getByRole('link').allTextContents();
      const focused = () =>
        page.evaluate<string>('document.activeElement.closest("a")?.textContent ?? ""');
      const undo = page.getByRole('button', { name: 'Undo' });
      await rows.nth(documents.length - 1).waitFor();
      const shown = await titles();
      const deleteRow = async (index: number) => {
        await rows.nth(index).getByRole('button').focus();
        await page.keyboard.press('Enter');
        // A menu takes the focus shortly after it opens.
        await page.locator('[role=menu]:focus-within').waitFor();
        await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
        await rows.filter({ hasText: shown[index] ?? '' }).waitFor({ state: 'detached' });
      };
      await deleteRow(0);
      assert.equal(await focused(), shown[1]);
      // In a field, the browser undoes the typing.
      await undo.waitFor();
      await page.getByRole('textbox', { name: 'Title or file name' }).press('Control+z');
      assert.deepEqual(await titles(), shown.slice(1));
      await rows.first().getByRole('link').press('Control+z');
      await rows.nth(documents.length - 1).waitFor();
      await undo.waitFor({ state: 'detached' });

      await deleteRow(2);
      assert.equal(await focused(), shown[1]);
      await undo.press('Enter');
      await rows.nth(documents.length - 1).waitFor();
      assert.equal(await focused(), shown[2]);
      // A restored document is indexed again, which is its latest modification.
      assert.deepEqual((await titles()).toSorted(), shown.toSorted());
    },
  },
  {
    name: 'a delete on the page of its document leads to the collection',
    async run(world) {
      const { page } = await openWindow(world);
      const { collectionId, documents } = await addPapers(world, 'Left behind');
      const id = documents[0]?.id ?? '';
      await page.clock.install();
      await signIn(world, page, `/documents/${id}`);
      await page.getByRole('button', { name: /Options for “Paper/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.waitForURL(`**/library/${collectionId}`);
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      await page.locator('[data-document]').first().waitFor();
      assert.equal(await page.locator('[data-document]').count(), documents.length - 1);
      await untilGone(world, id);
    },
  },
  {
    name: 'who signs out at once has deleted what was to be deleted',
    async run(world) {
      const { page } = await openWindow(world);
      const { collectionId } = world.ids;
      const file = { name: 'last-delete.md', bytes: new TextEncoder().encode('# Gone at last') };
      const [accepted] = await world.api.uploadAccepted(collectionId, [file]);
      const id = accepted?.id ?? '';
      await world.api.waitUntilFinal(id);
      // Keeps the notice open.
      await page.clock.install();
      await signIn(world, page, `/library/${collectionId}`);
      const row = page.locator('[data-document]').filter({ hasText: file.name });
      await row.getByRole('button', { name: /Options/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await page.getByTitle(/^Account of/).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      await untilGone(world, id);
    },
  },
];

/** The page shows a document as deleted before the service has deleted it. */
async function untilGone({ api }: FilledWorld, id: string): Promise<void> {
  await eventually(async () => (await api.request('GET', `/api/documents/${id}`)).status === 404);
}

async function addPapers({ api }: FilledWorld, name: string) {
  const { id } = await api.call('createCollection', { body: { name } });
  const { documents } = await api.call('addDocuments', {
    params: { id },
    body: {
      documents: [1, 2, 3].map((n) => ({
        external_id: `paper-${n}`,
        title: `Paper ${n}`,
        text: `What paper ${n} says.`,
      })),
    },
  });
  for (const { id } of documents) await api.waitUntilFinal(id ?? '');
  return { collectionId: id, documents };
}
