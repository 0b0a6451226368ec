import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@lectern/testing';
import type { Locator, Page } from 'playwright-core';
import { addCollections, treeRow } from '../collections.ts';
import { dropFiles } from '../drop-files.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openSignedIn, openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

/** Stories about moving collections, documents and files by pointer and keyboard. */
export const movingStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a collection is moved by drag below another one and back to the top, and never below itself',
    async run(world) {
      const { page } = await openWindow(world);
      const [harbour, quay, crane] = await addCollections(world, ['Harbour', 'Quay', 'Crane']);
      await signIn(world, page, '/library');
      const parentOf = async (id: string | undefined) => {
        const { collections } = await world.api.call('listCollections', {});
        return collections.find((one) => one.id === id)?.parent_id;
      };
      const dragBelow = async (name: string, to: Locator) => {
        const read = page.waitForResponse((response) => {
          return (
            response.url().includes('/api/collections?') && response.request().method() === 'GET'
          );
        });
        await dragTo(treeRow(page, name), to);
        await page.getByText(`“${name}” was moved`).waitFor();
        await read;
      };
      await dragBelow('Crane', treeRow(page, 'Quay'));
      assert.equal(await parentOf(crane), quay);
      await page.getByRole('button', { name: 'Collapse Quay' }).waitFor();
      await dragBelow('Quay', treeRow(page, 'Harbour'));
      assert.equal(await parentOf(quay), harbour);
      await page.getByRole('button', { name: 'Collapse Harbour' }).waitFor();

      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.method()));
      await dragTo(treeRow(page, 'Harbour'), treeRow(page, 'Crane'));
      await dragTo(treeRow(page, 'Crane'), treeRow(page, 'Quay'));
      assert.ok(!asked.includes('PATCH'), 'a move that moves nothing was asked for');
      await dragBelow('Crane', page.getByRole('link', { name: 'All documents' }));
      assert.equal(await parentOf(crane), null);
    },
  },
  {
    name: 'a move of documents or of a collection is taken back by its notice and by keyboard',
    async run(world) {
      const { page } = await openWindow(world);
      const [upperId, lowerId, boxId] = await addCollections(world, ['Upper', 'Lower', 'Box']);
      await addPapers(world, upperId, 3);
      await signIn(world, page, `/library/${upperId}`);
      const rows = page.locator('[data-document]');
      await rows.nth(2).waitFor();
      const titles = await rows.getByRole('link').allTextContents();
      for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').click();
      await dragTo(rows.nth(1).getByRole('link'), treeRow(page, 'Lower'));
      await page.getByText('2 documents moved to “Lower”').waitFor();
      await expectTitles(world, lowerId, titles.slice(0, 2));
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expectTitles(world, upperId, titles);
      await rows.nth(2).waitFor();
      assert.notEqual(await readFocus(page), 'nothing');

      await dragTo(treeRow(page, 'Box'), treeRow(page, 'Lower'));
      await page.getByText('“Box” was moved').waitFor();
      await page.getByRole('button', { name: 'Collapse Lower' }).waitFor();
      await page.keyboard.press('Control+z');
      await page.getByRole('button', { name: 'Collapse Lower' }).waitFor({ state: 'detached' });
      const { collections } = await world.api.call('listCollections', {});
      assert.equal(collections.find(({ id }) => id === boxId)?.parent_id, null);
    },
  },
  {
    name: 'a collection that the person may not move is not moved by the drag of its link',
    async run(world) {
      const { page } = await openWindow(world);
      const [heldId] = await addCollections(world, ['Held fast', 'Open wide']);
      await page.route('**/api/collections?*', async (route) => {
        const response = await route.fetch();
        const { collections, ...rest } = await response.json();
        for (const one of collections) if (one.id === heldId) one.permission = 'read';
        await route.fulfill({ response, json: { collections, ...rest } });
      });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.method()));
      await signIn(world, page, '/library');
      await dragTo(treeRow(page, 'Held fast'), treeRow(page, 'Open wide'));
      // A drag of the movable collection works, so drags are handled.
      await dragTo(treeRow(page, 'Open wide'), treeRow(page, 'Guides'));
      await page.getByText('“Open wide” was moved').waitFor();
      assert.equal(asked.filter((method) => method === 'PATCH').length, 1);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a file that is dropped while another is being attached follows it',
    async run(world) {
      const { page } = await openWindow(world);
      const folder = await mkdtemp(join(tmpdir(), 'lectern-drop-'));
      const files = ['first.txt', 'second.txt'].map((name) => join(folder, name));
      for (const file of files) await writeFile(file, `The text of ${file}.`);
      await signIn(world, page);
      const released = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      await page.route('**/api/collections', async (route) => {
        if (route.request().method() === 'POST') {
          asked.resolve();
          await released.promise;
        }
        await route.continue();
      });
      const place = page.getByRole('heading', { name: 'What would you like to know?' });
      await place.waitFor();
      await dropFiles(page, place, files.slice(0, 1));
      await asked.promise;
      await dropFiles(page, place, files.slice(1));
      released.resolve();
      for (const name of ['first.txt', 'second.txt']) {
        await page.locator('[data-attached]').getByText(name, { exact: true }).waitFor();
      }
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a file that is dropped anywhere is attached to the chat or added to a chosen collection',
    async run(world) {
      const { page } = await openWindow(world);
      const folder = await mkdtemp(join(tmpdir(), 'lectern-drop-'));
      const file = join(folder, 'stray.txt');
      await writeFile(file, 'A stray file.');
      await signIn(world, page);
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      await field.fill('Half a question');
      // Unless the page prevents it, the browser opens the file in place of the page.
      await page.evaluate(`addEventListener('dragover', ({ defaultPrevented, dataTransfer }) => {
        document.title = defaultPrevented ? dataTransfer.dropEffect : 'the browser takes it';
      })`);
      const place = page.getByRole('heading', { name: 'What would you like to know?' });
      await place.waitFor();
      await dropFiles(page, place, [file]);
      assert.notEqual(await page.title(), 'the browser takes it');
      assert.equal(await field.inputValue(), 'Half a question');
      assert.equal(new URL(page.url()).pathname, '/');
      await page.locator('[data-attached]').getByText('stray.txt', { exact: true }).waitFor();

      await page.goto('/search');
      const search = page.getByRole('heading', { level: 1, name: 'Search' });
      await search.waitFor();
      await dropFiles(page, search, [file]);
      const dialog = page.getByRole('dialog', { name: 'Add documents' });
      await dialog.getByRole('combobox', { name: 'Add to collection' }).click();
      await page.getByRole('option', { name: 'New collection' }).click();
      await dialog.getByLabel('Name').fill('Strays');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      const tray = page.getByRole('region', { name: 'Uploads' });
      await tray.getByText('1 of 1 uploaded · 1 ready').waitFor();
      await page.getByRole('link', { name: 'Documents', exact: true }).click();
      await tray.getByRole('button', { name: 'Hide uploads' }).click();
      await tray.getByRole('link', { name: 'stray.txt' }).waitFor({ state: 'hidden' });
      await rm(folder, { recursive: true });
    },
  },
  {
    name: 'documents are chosen with Shift, dragged into a collection, and moved and deleted together by keyboard',
    async run(world) {
      const { page } = await openWindow(world);
      const [fromId, toId] = await addCollections(world, ['Old shelf', 'New shelf']);
      await addPapers(world, fromId, 5);
      await signIn(world, page, `/library/${fromId}`);
      const rows = page.locator('[data-document]');
      await rows.nth(4).waitFor();
      const titles = await rows.getByRole('link').allTextContents();
      await rows.nth(0).getByRole('checkbox').click();
      await rows
        .nth(2)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] });
      await page.getByText('3 documents selected').waitFor();
      await rows.nth(1).getByRole('checkbox').click();
      await page.getByText('2 documents selected').waitFor();
      await dragTo(rows.nth(2).getByRole('link'), treeRow(page, 'New shelf'));
      await page.getByText('2 documents moved to “New shelf”').waitFor();
      const moved = [titles[0] ?? '', titles[2] ?? ''];
      await expectTitles(world, toId, moved);
      await rows.nth(3).waitFor({ state: 'detached' });

      await rows.nth(0).getByRole('checkbox').press('Space');
      const move = page.getByRole('button', { name: 'Move to…' });
      await move.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await readFocus(page), 'Move to…');
      await move.press('Enter');
      await page.getByRole('radio', { name: 'New shelf' }).press('Space');
      await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
      await page.getByText('1 document moved to “New shelf”').waitFor();
      await rows.nth(2).waitFor({ state: 'detached' });
      await expectTitles(world, toId, [...moved, titles[1] ?? '']);
      assert.equal(await readFocus(page), 'table');

      await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
      await page.getByRole('button', { name: 'Delete' }).press('Enter');
      await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
      await page.keyboard.press('Control+z');
      await rows.nth(1).waitFor();
      assert.equal(await readFocus(page), 'table');
    },
  },
  {
    name: 'a bulk move reports the documents that cannot be moved and moves the others',
    async run(world) {
      const { page } = await openWindow(world);
      const [fromId, toId] = await addCollections(world, ['Left desk', 'Right desk']);
      const ids = await addPapers(world, fromId, 3);
      await signIn(world, page, `/library/${fromId}`);
      await page.locator('[data-document]').nth(2).waitFor();
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await page.getByRole('button', { name: 'Move to…' }).click();
      await page.getByRole('radio', { name: 'Right desk' }).click();
      // Another person moves it first.
      await page.route(`**/api/documents/${ids[0]}`, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({
              status: 404,
              json: { error: { code: 'document_not_found', message: 'It is gone.' } },
            })
          : route.continue(),
      );
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await page.getByText('2 documents moved to “Right desk”').waitFor();
      await page.getByText('1 document could not be moved. The document does not exist').waitFor();
      const { documents } = await world.api.call('listDocuments', {
        query: { collection_id: toId ?? '' },
      });
      assert.equal(documents.length, 2);
    },
  },
  {
    name: 'a dialog that a menu opened gives the focus back to the button of that menu',
    async run(world) {
      const { page } = await openSignedIn(world, '/library');
      for (const task of ['Rename', 'Share', 'New collection in “Guides”']) {
        const button = page.getByRole('button', { name: 'Options for “Guides”' });
        await button.press('Enter');
        await page.locator('[role=menu]:focus-within').waitFor();
        await page.getByRole('menuitem', { name: task }).press('Enter');
        await page.locator('[role=dialog]:focus-within').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        assert.equal(await readFocus(page), 'Options for “Guides”', task);
      }
    },
  },
];

/** Drags by hand in steps, because the page shows the drop target in between. */
async function dragTo(from: Locator, to: Locator): Promise<void> {
  const page = from.page();
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y - 4, { steps: 4 });
  await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.up();
}

/** Returns the accessible name of the focused element. */
function readFocus(page: Page): Promise<string | null> {
  return page.evaluate(`(() => {
    const { activeElement } = document;
    if (activeElement === document.body) return 'nothing';
    const role = activeElement.getAttribute('role');
    return role === 'table' ? role : activeElement.ariaLabel ?? activeElement.textContent;
  })()`);
}

async function addPapers(
  { api }: FilledWorld,
  collectionId: string | undefined,
  count: number,
): Promise<readonly string[]> {
  const { documents } = await api.call('addDocuments', {
    params: { id: collectionId ?? '' },
    body: {
      documents: Array.from({ length: count }, (_, index) => ({
        external_id: `sheet-${index}`,
        title: `Sheet ${index}`,
        text: `What sheet ${index} says.`,
      })),
    },
  });
  for (const { id } of documents) await api.waitUntilFinal(id ?? '');
  return documents.map(({ id }) => id ?? '');
}

async function expectTitles(
  { api }: FilledWorld,
  id: string | undefined,
  titles: readonly string[],
): Promise<void> {
  await eventually(async () => {
    const { documents } = await api.call('listDocuments', { query: { collection_id: id ?? '' } });
    assert.deepEqual(documents.map(({ title }) => title).sort(), titles.toSorted());
    return true;
  });
}
