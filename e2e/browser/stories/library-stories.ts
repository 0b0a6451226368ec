import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@lectern/testing';
import { dataFolder } from '../../suite/data-folder.ts';
import { openSignedIn, openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

/** One file for each kind of viewer. */
export const sampleFiles = [
  'pdf/redp5110_sampled.pdf',
  'docx/handbook-872p.docx',
  'html/test_wikipedia.html',
  'markdown/docling-README.md',
  'xlsx/xlsx_06_edge_cases_.xlsx',
];
export const sampleCollection = 'Samples';
const ingestMs = 240_000;

export const libraryStories: readonly Story[] = [
  {
    name: 'real files of five formats are uploaded and watched until they are ready',
    async run(world) {
      const { page } = await openSignedIn(world, '/library');
      await page.getByRole('button', { name: 'New collection' }).first().click();
      await page.getByRole('dialog').locator('input[name=name]').fill(sampleCollection);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: sampleCollection }).waitFor();
      await page
        .locator('[data-upload=files]')
        .setInputFiles(sampleFiles.map((file) => join(dataFolder, 'documents', file)));
      await page.getByText(`${sampleFiles.length} of ${sampleFiles.length} uploaded`).waitFor();
      await eventually(
        async () => {
          const rows = page.locator('[data-document]');
          const ready = rows.filter({ has: page.getByText(/^Ready/) });
          assert.equal(await ready.count(), sampleFiles.length);
          return true;
        },
        { timeoutMs: ingestMs },
      );
    },
  },
  {
    name: 'a duplicate, an unsupported format and a locked file are each reported',
    async run(world) {
      const { page } = await openSignedIn(world, '/library');
      await page.getByRole('link', { name: new RegExp(sampleCollection) }).click();
      await page.getByRole('heading', { level: 1, name: sampleCollection }).waitFor();
      const input = page.locator('[data-upload=files]');
      await input.setInputFiles(join(dataFolder, 'documents', sampleFiles[3] ?? ''));
      await page.getByText('Already exists').waitFor();
      await input.setInputFiles([
        {
          name: 'thing.zip',
          mimeType: 'application/zip',
          buffer: Buffer.from('PK\u0003\u0004 no'),
        },
      ]);
      const refused = page
        .locator('[data-document]')
        .filter({ has: page.getByText('thing', { exact: true }) });
      await refused.getByText('failed').waitFor({ timeout: ingestMs });
      await refused.getByRole('button', { name: /Options/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await refused.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await refused.waitFor();
      await refused.getByRole('button', { name: /Options/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await refused.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a locked file is unlocked with its password on its own page',
    async run(world) {
      const { page } = await openWindow(world);
      const { id } = await world.api.call('createCollection', { body: { name: 'Locked' } });
      const locked = await readFile(join(dataFolder, 'documents/pdf/password.pdf'));
      const file = { name: 'locked.pdf', bytes: new Uint8Array(locked) };
      const [accepted] = await world.api.uploadAccepted(id, [file]);
      await world.api.waitUntilFinal(accepted?.id ?? '');
      await signIn(world, page, `/library/${id}`);
      const row = page.locator('[data-document]');
      await row.getByText('password required').waitFor();
      await row.getByRole('link').click();
      await page.getByRole('button', { name: 'Unlock' }).click();
      const dialog = page.getByRole('dialog');
      // The field has the focus, so a password can be typed immediately.
      await dialog.locator('input[name=password]:focus').waitFor();
      await page.keyboard.type('password');
      await page.keyboard.press('Enter');
      await page.getByText(/^Ready/).waitFor({ timeout: ingestMs });
      await page.locator('[data-reader]').waitFor();
    },
  },
  {
    name: 'search marks the words, leads to the passage, and shows its trace',
    async run(world) {
      const { page } = await openSignedIn(world, '/search');
      await page.getByRole('searchbox').fill('column mask access control');
      await page.getByRole('button', { name: 'Advanced' }).click();
      await page.locator('form button[type=submit]').click();
      const trace = page.getByRole('region', { name: 'Trace', exact: true });
      await trace.waitFor();
      const weight = page.getByRole('textbox', { name: 'Semantic weight' });
      await weight.fill('35');
      await trace.getByText(/0\.35/).first().waitFor();
      await weight.fill('');
      await page.locator('#content li mark').first().waitFor();
      await page.locator('#content li a').first().click();
      await page.locator('[data-reader] mark, [data-reader] [data-mark]').first().waitFor();
    },
  },
  {
    name: 'a search keeps its documents, filters and settings through a reload and the way back',
    async run(world) {
      const { page } = await openWindow(world);
      const { id } = await world.api.call('createCollection', { body: { name: 'Kept scope' } });
      const { documents } = await world.api.call('addDocuments', {
        params: { id },
        body: {
          documents: [
            {
              external_id: 'kept',
              title: 'Kept',
              text: 'A heron stands.',
              metadata: { year: 2024 },
            },
          ],
        },
      });
      await world.api.waitUntilFinal(documents[0]?.id ?? '');
      await signIn(world, page, '/search');
      await page.getByRole('searchbox').fill('heron');
      await page.getByRole('button', { name: /^Search in/ }).click();
      await page.getByRole('checkbox', { name: /Kept scope/ }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add filter' }).click();
      const filter = page.getByRole('group', { name: 'Filter 1' });
      await filter.getByRole('textbox', { name: 'Metadata field' }).fill('year');
      await filter.getByRole('textbox', { name: 'Value' }).fill('2024');
      await page.getByRole('button', { name: 'Advanced' }).click();
      await page.getByRole('switch', { name: 'Compare with other settings' }).click();
      await page.locator('form button[type=submit]').click();
      const second = page.getByRole('region', { name: 'Settings B', exact: true });
      await second
        .locator('label')
        .filter({ hasText: /^Semantic$/ })
        .click();
      const expectKept = async () => {
        const meaning = second.getByRole('radio', { name: 'Semantic', checked: true });
        await meaning.waitFor({ state: 'attached' });
        await page.getByRole('button', { name: /Kept scope/ }).waitFor();
        const value = filter.getByRole('textbox', { name: 'Value' });
        assert.equal(await value.inputValue(), '2024');
      };
      await expectKept();
      const searched = page.waitForRequest(
        (request) => request.url().endsWith('/search') && request.method() === 'POST',
      );
      await page.reload();
      await expectKept();
      const body = (await searched).postDataJSON();
      assert.deepEqual(body.collection_filter, { collection_ids: [id] });
      assert.deepEqual(body.metadata_filter, [{ field: 'year', op: 'eq', value: 2024 }]);
      await second.locator('li a').first().click();
      await page.waitForURL(/\/documents\//);
      await page.goBack();
      await expectKept();
      await page.evaluate("sessionStorage.setItem('lectern.search-form', '{\"scope\":7}')");
      await page.evaluate("sessionStorage.setItem('lectern.search', '{\"words\":7}')");
      await page.reload();
      await page.getByRole('searchbox').waitFor();
      assert.equal(await page.getByRole('searchbox').inputValue(), '');
    },
  },
  {
    name: 'an upload that breaks off is tried again',
    async run(world) {
      const { page } = await openSignedIn(world, '/library');
      await page.getByRole('link', { name: new RegExp(sampleCollection) }).click();
      await page.getByRole('heading', { level: 1, name: sampleCollection }).waitFor();
      let failures = 1;
      await page.route('**/documents', async (route) => {
        if (route.request().method() !== 'POST' || failures === 0) return route.continue();
        failures -= 1;
        return route.abort('connectionreset');
      });
      await page.locator('[data-upload=files]').setInputFiles({
        name: 'broken-off.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Broken off\n\nThe cable came loose once.'),
      });
      const row = page.locator('[data-document]').filter({ hasText: 'broken-off.md' });
      await row.getByText(/^Ready/).waitFor({ timeout: ingestMs });
      assert.equal(failures, 0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a file in whose upload the page was left, or that is damaged, is replaced by another',
    async run(world) {
      const { page } = await openWindow(world);
      const { id } = await world.api.call('createCollection', { body: { name: 'Left early' } });
      await signIn(world, page, `/library/${id}`);
      // This request never ends.
      await page.route('**/documents', (route) =>
        route.request().method() === 'POST' ? undefined : route.continue(),
      );
      await page.locator('[data-upload=files]').setInputFiles({
        name: 'left-early.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Left early'),
      });
      const panel = page.getByRole('region', { name: 'Uploads' });
      await panel.getByText('left-early.md').waitFor();
      await page.reload();
      await panel.getByText('The upload was interrupted').waitFor();
      assert.equal(await panel.getByRole('status').textContent(), '0 of 1 uploaded · 1 failed');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const choose = async (button: string, name: string, text: string) => {
        const chooser = page.waitForEvent('filechooser');
        await panel.getByRole('button', { name: button }).click();
        const buffer = Buffer.from(text);
        await (await chooser).setFiles({ name, mimeType: '', buffer });
      };
      await choose('Choose file', 'left-early.pdf', '%PDF-1.7 torn apart');
      await panel.getByText('The file is damaged').waitFor();
      assert.equal(await panel.getByRole('button', { name: /^Retry/ }).count(), 0);
      await choose('Replace file', 'left-early.md', '# Left early');
      await panel.getByText('1 ready').waitFor();
    },
  },
];
