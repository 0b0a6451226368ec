import assert from 'node:assert/strict';
import { eventually } from '@lectern/testing';
import type { Page } from 'playwright-core';
import { findViolationsInBothColours } from '../check-accessibility.ts';
import { readMarkedText, squeeze } from '../marked-text.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openSignedIn, openWindow, signIn, waitUntil, waitUntilInView } from '../world.ts';
import type { Story } from './story.ts';

/** Stories about layout and reachability. */
export const layoutStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a long conversation scrolls by itself and never moves the page around it',
    async run(world) {
      const { page } = await openWindow(world);
      await page.setViewportSize({ width: 1280, height: 400 });
      const message = 'How often is the battery of the weather station replaced?';
      const { conversation_id } = await world.api.call('chat', { body: { message } });
      for (let turns = 0; turns < 3; turns += 1) {
        await world.api.call('chat', { body: { message, conversation_id } });
      }
      await signIn(world, page, `/chat/${conversation_id}`);
      await page.locator('article [data-answer-tools]').last().waitFor();
      const list = page.getByRole('log');
      assert.ok((await findHidden(page, '[role=log]')) > 0, 'the conversation is too short');
      assert.equal(await findHidden(page, '#content'), 0);
      await page.locator('article [aria-label^="Source "]').first().click();
      await readMarkedText(page);
      await list.hover();
      await page.mouse.wheel(0, 5_000);
      await page.setViewportSize({ width: 1100, height: 420 });
      await readMarkedText(page);
      assert.equal(await findHidden(page, '#content'), 0);
    },
  },
  {
    name: 'the pages of a source are made larger with its words still marked, and stay so',
    async run(world) {
      const { page } = await openWindow(world);
      const { chunks } = await world.api.call('getDocumentChunks', {
        params: { id: world.ids.pdfId },
        query: { limit: 50 },
      });
      const chunk = chunks.find(({ text }) => text.includes('battery'));
      assert.ok(chunk);
      // These words are on one page.
      const start = chunk.start + chunk.text.indexOf('battery');
      const passage = `start=${start}&end=${start + 30}`;
      await signIn(world, page, `/documents/${world.ids.pdfId}?${passage}`);
      const marked = await readMarkedText(page);
      const mark = page.locator('[data-mark]').first();
      const before = await mark.boundingBox();
      const larger = page.getByRole('button', { name: 'Zoom in' });
      for (const share of ['125%', '150%', '200%']) {
        await larger.click();
        await page.getByText(share, { exact: true }).waitFor();
      }
      await waitUntil(
        page,
        `document.querySelector('[data-mark]')?.getBoundingClientRect().height > ${(before?.height ?? 0) * 1.8}`,
      );
      assert.equal(squeeze((await readMarkedText(page)) ?? ''), squeeze(marked ?? ''));
      await waitUntilInView(page, '[data-mark]');
      await page.reload();
      await page.getByText('200%', { exact: true }).waitFor();
    },
  },
  {
    name: 'a reader who has gone on from a citation stays there when its pages change their size',
    async run(world) {
      const { page } = await openWindow(world);
      await page.setViewportSize({ width: 1280, height: 480 });
      const { chunks } = await world.api.call('getDocumentChunks', {
        params: { id: world.ids.pdfId },
        query: { limit: 1 },
      });
      const start = chunks[0]?.start ?? 0;
      await signIn(world, page, `/documents/${world.ids.pdfId}?start=${start}&end=${start + 30}`);
      await readMarkedText(page);
      await page.locator('[data-reader=pdf]').hover();
      await page.mouse.wheel(0, 1_000);
      await waitUntil(page, hasMarkLeft);
      const before = await readMiddle(page);
      await page.getByRole('button', { name: 'Zoom in' }).click();
      const { width } = before;
      await waitUntil(
        page,
        `document.querySelector('[data-page] canvas')?.getBoundingClientRect().width > ${width * 1.2}`,
      );
      await page.waitForLoadState('networkidle');
      const after = await readMiddle(page);
      assert.equal(after.page, before.page);
      assert.ok(Math.abs(after.share - before.share) < 0.05, `${before.share} is ${after.share}`);
    },
  },
  {
    name: 'a scope that is changed while the name of the document in the address comes stays changed',
    async run(world) {
      const { page } = await openSignedIn(world);
      let release = () => {};
      const isLetGo = new Promise<void>((resolve) => {
        release = resolve;
      });
      const address = `/api/documents/${world.ids.documentId}`;
      await page.route(`**${address}`, async (route) => {
        await isLetGo;
        await route.continue();
      });
      const ended = new Promise<void>((resolve) => {
        for (const event of ['requestfinished', 'requestfailed'] as const) {
          page.on(event as 'requestfinished', (request) => {
            if (request.url().endsWith(address)) resolve();
          });
        }
      });
      await page.goto(`/?document=${world.ids.documentId}`);
      await page.getByRole('button', { name: /^Search in: / }).click();
      await page.getByRole('button', { name: 'Clear' }).click();
      release();
      await ended;
      const asked = page.waitForRequest(
        (request) => request.postData()?.includes('battery') === true,
      );
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      await field.fill('How often is the battery of the weather station replaced?');
      await field.press('Enter');
      const sent = (await asked).postData() ?? '';
      assert.ok(!sent.includes(world.ids.documentId), 'it asks the document of the address');
    },
  },
  {
    name: 'rows of a table in answers are a table and labelled values, and a source opens by its name',
    async run(world) {
      const { page } = await openWindow(world);
      const { id } = await world.api.call('createCollection', { body: { name: 'Towns' } });
      const text =
        'Town;Land;Mayor\nBergen;Norway;M. Warncke\nMoss;Norway;S. Eng\nLund;Sweden;P. Ask';
      const [towns] = await world.api.uploadAccepted(id, [
        { name: 'towns.csv', bytes: new TextEncoder().encode(text) },
      ]);
      await world.api.waitUntilFinal(towns?.id ?? '');
      await signIn(world, page, `/?scope=${id}`);
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      const answers = page.locator('article:has([data-answer-tools])');
      await field.fill('Who is the mayor of Lund?');
      await field.press('Enter');
      const one = answers.nth(0).locator('dl');
      await one.waitFor();
      assert.equal(await one.locator('dt').nth(2).textContent(), 'Mayor');
      assert.match((await one.locator('dd').nth(2).textContent()) ?? '', /^P\. Ask/);
      await field.fill('List the towns of Norway');
      await field.press('Enter');
      const several = answers.nth(1).locator('table');
      await several.waitFor();
      assert.deepEqual(await several.locator('th').allTextContents(), ['Town', 'Land', 'Mayor']);
      assert.equal(await several.locator('tbody tr').count(), 2);
      for (const steps of await page.getByRole('button', { name: /^Steps/ }).all()) {
        await steps.click();
      }
      await answers.nth(1).getByRole('button', { name: 'Copy answer' }).hover();
      await page.getByRole('tooltip').waitFor();
      assert.deepEqual(await findViolationsInBothColours(page), []);
      await answers.nth(1).getByRole('button', { name: 'towns', exact: true }).click();
      assert.match((await readMarkedText(page)) ?? '', /Norway/);
    },
  },
  {
    name: 'the audit log names actions and finds them by their code',
    async run(world) {
      const { page } = await openSignedIn(world, '/audit');
      const invited = page.getByRole('cell', { name: 'Sent an invitation' });
      const code = await invited.first().getByText('Sent an invitation').getAttribute('title');
      assert.equal(code, 'invitation.created');
      const actions = page.getByRole('combobox', { name: 'Action' });
      await actions.fill('invitation.cr');
      await page.getByRole('option', { name: /Sent an invitation/ }).click();
      await page.getByRole('cell', { name: 'Signed in' }).first().waitFor({ state: 'detached' });
      await invited.first().waitFor();
    },
  },
  {
    name: 'conversations stand below five pages; those of the administration are a click away',
    async run(world) {
      const { page } = await openSignedIn(world);
      const group = page.getByRole('button', { name: 'Administration' });
      const audit = page.getByRole('link', { name: 'Audit log' });
      assert.equal(await audit.count(), 0);
      await group.press('Enter');
      await audit.click();
      await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
      await page.goto('/');
      await audit.waitFor();
      await group.click();
      await audit.waitFor({ state: 'detached' });
      // The side bar opens the group of the current page.
      await page.goto('/operations');
      await page.getByRole('link', { name: 'System status' }).waitFor();
    },
  },
  {
    name: 'on a phone the whole way of a research is in sight, with every word in its box',
    async run(world) {
      for (const locale of ['en-GB', 'ru-RU']) {
        const { context, page } = await openSignedIn(world, `/research/${world.ids.runId}`, {
          isPhone: true,
          locale,
        });
        await page.locator('[data-node=synthesizer]').waitFor();
        const outside = await page.evaluate(listWordsOutside);
        assert.deepEqual(outside, [], locale);
        await context.close();
      }
    },
  },
  {
    name: 'on a phone the documents and a new chat are a tap away',
    async run(world) {
      const { page } = await openSignedIn(world, '/', { isPhone: true });
      const head = page.getByRole('banner');
      await head.getByRole('link', { name: 'Documents' }).tap();
      await page.getByRole('heading', { level: 1, name: 'All documents' }).waitFor();
      await head.getByRole('link', { name: 'New chat', exact: true }).tap();
      await page.getByRole('textbox', { name: 'Ask your documents' }).waitFor();
    },
  },
  {
    name: 'a question about a document starts on its page and shows its search',
    async run(world) {
      const { page } = await openSignedIn(world, `/documents/${world.ids.documentId}`);
      await page.getByRole('link', { name: 'Ask about this document' }).click();
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      await page.getByRole('button', { name: /^Search in: .*format/i }).waitFor();
      // Another document has the answer, but it is outside the scope.
      await field.fill('How often is the battery of the weather station replaced?');
      await field.press('Enter');
      await page.locator('article [data-answer-tools]').waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const { messages } = await world.api.call('listMessages', { params: { id } });
      const cited = messages.flatMap(({ citations = [] }) => citations);
      assert.deepEqual(
        cited.filter(({ document_id }) => document_id !== world.ids.documentId),
        [],
      );
      await page.getByRole('button', { name: /^Steps/ }).click();
      await page.getByText('Searched the documents').first().waitFor();
      await page.getByText(/^Query: “.*battery/).waitFor();
    },
  },
  {
    name: 'a page of a PDF is opened by its number',
    async run(world) {
      const { page } = await openSignedIn(world, `/documents/${world.ids.pdfId}`);
      const { page_count: count } = await world.api.call('getDocument', {
        params: { id: world.ids.pdfId },
      });
      const box = page.getByRole('textbox', { name: 'Page number' });
      await box.fill(String(count));
      await box.press('Enter');
      const last = page.locator(`[data-reader=pdf] [data-page="${count}"]`);
      await eventually(async () => {
        const place = await last.boundingBox();
        return place !== null && place.y < 800;
      });
      await eventually(async () => (await box.inputValue()) === String(count));
    },
  },
];

/** Nodes that the window cuts off, and words that overflow their node. */
const listWordsOutside = `[...document.querySelectorAll('[data-node]')].flatMap((node) => {
  const box = node.querySelector('rect').getBoundingClientRect();
  const isCut = box.left < 0 || box.right > innerWidth;
  const words = [...node.querySelectorAll('text')].filter((text) => {
    const { left, right } = text.getBoundingClientRect();
    return left < box.left || right > box.right;
  });
  return [...(isCut ? [node.dataset.node] : []), ...words.map(({ textContent }) => textContent)];
})`;

const hasMarkLeft = `(() => {
  const mark = document.querySelector('[data-mark]')?.getBoundingClientRect();
  return mark === undefined || mark.bottom < 100;
})()`;

/** Returns the page in the middle of the viewer and the share of it above the middle. */
async function readMiddle(
  page: Page,
): Promise<{ readonly page: string; readonly share: number; readonly width: number }> {
  return page.evaluate(`(() => {
    const frame = document.querySelector('[data-reader=pdf]');
    const middle = frame.getBoundingClientRect().top + frame.clientHeight / 2;
    for (const page of frame.querySelectorAll('[data-page]')) {
      const { top, bottom, height, width } = page.getBoundingClientRect();
      if (bottom >= middle) return { page: page.dataset.page, share: (middle - top) / height, width };
    }
  })()`);
}

/** Returns the hidden pixels of a scrolling element. */
function findHidden(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
}
