import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { openWindow, signIn, type World } from '../world.ts';
import type { Story } from './story.ts';

const text =
  'The lighthouse of Vellin was built in 1874. Its lamp burns colza oil. The keeper of the lighthouse winds the clockwork every four hours.';

export const chatStories: readonly Story[] = [
  {
    name: 'a question is answered again, asked in other words, rated, and exported',
    async tell(world) {
      await addLighthouse(world);
      const { context, page } = await openWindow(world);
      await signIn(world, page);
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .fill('When was the lighthouse of Vellin built?');
      await page.keyboard.press('Enter');
      const tools = page.locator('article [data-answer-tools]').last();
      await tools.getByRole('button', { name: 'Answer again' }).click();
      await tools.getByText('2 of 2').waitFor();
      await tools.getByRole('button', { name: 'Previous version' }).click();
      await tools.getByText('1 of 2').waitFor();

      await page.getByRole('button', { name: 'Ask in other words' }).last().click();
      await page
        .getByRole('textbox', { name: 'Ask in other words' })
        .fill('What does the lamp of the lighthouse of Vellin burn?');
      await page.locator('form').getByRole('button', { name: 'Send' }).first().click();
      await page.locator('article').getByText('colza oil').first().waitFor();

      await tools.getByRole('button', { name: 'A bad answer' }).click();
      await page.getByLabel('What is wrong with it?').last().fill('Too short');
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      await page.reload();
      const bad = page.getByRole('button', { name: 'A bad answer' }).last();
      await bad.waitFor();
      assert.equal(await bad.getAttribute('aria-pressed'), 'true');

      await tools.getByRole('button', { name: 'Export the conversation' }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Markdown with footnotes' }).click();
      const file = await (await downloading).path();
      assert.match(await readFile(file, 'utf8'), /What does the lamp of the lighthouse/);
      await context.close();
    },
  },
  {
    name: 'research shows its way, its records, and a past run',
    async tell(world) {
      const { context, page } = await openWindow(world);
      await signIn(world, page, '/research');
      await page
        .getByLabel('What do you want to know?')
        .fill('Phase 3 trials of remdesivir in COVID-19 with publications');
      await page.getByRole('button', { name: 'Research' }).click();
      await page.waitForURL(/\/research\/.+/);
      await page.locator('[data-node=synthesizer][data-status=done]').waitFor();
      await page.getByRole('region', { name: 'Answer' }).waitFor();
      await page.goto('/research');
      await page.getByRole('link', { name: /Phase 3 trials of remdesivir/ }).click();
      await page.locator('[data-node=router][data-status=done]').waitFor();

      await page.goto('/research');
      const answer = Promise.withResolvers<void>();
      await page.route('**/api/research', async (route) => {
        if (route.request().method() === 'POST') await answer.promise;
        await route.continue();
      });
      await page.getByLabel('What do you want to know?').fill('Papers about Marlow fever');
      await page.getByRole('button', { name: 'Research' }).click();
      await page.getByRole('status').filter({ hasText: 'Looking it up' }).waitFor();
      await page.getByRole('link', { name: /Phase 3 trials of remdesivir/ }).click();
      await page.locator('[data-node=router][data-status=done]').waitFor();
      await page.getByRole('link', { name: 'Looking it up: Papers about Marlow fever' }).click();
      answer.resolve();
      await page.getByRole('heading', { name: 'Papers about Marlow fever' }).waitFor();
      await page.waitForURL(/\/research\/.+/);
      await context.close();
    },
  },
];

async function addLighthouse({ api }: World): Promise<void> {
  const { id } = await api.call('createCollection', { body: { name: 'Lighthouses' } });
  const { documents } = await api.call('addDocuments', {
    params: { id },
    body: { documents: [{ external_id: 'vellin', title: 'The lighthouse of Vellin', text }] },
  });
  await api.waitUntilFinal(documents[0]?.id ?? '');
}
