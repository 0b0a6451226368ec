import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { openSignedIn, type World } from '../world.ts';
import type { Story } from './story.ts';

const lighthouse =
  'The lighthouse of Vellin was built in 1874. Its lamp burns colza oil. The keeper of the lighthouse winds the clockwork every four hours.';

export const chatStories: readonly Story[] = [
  {
    name: 'a question is answered again, asked in other words, rated, and exported',
    async run(world) {
      await addText(world, 'The lighthouse of Vellin', lighthouse);
      const { page } = await openSignedIn(world);
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .fill('When was the lighthouse of Vellin built?');
      await page.keyboard.press('Enter');
      const tools = page.locator('article [data-answer-tools]').last();
      await tools.getByRole('button', { name: 'Regenerate' }).click();
      await tools.getByText('2 of 2').waitFor();
      await tools.getByRole('button', { name: 'Previous version' }).click();
      await tools.getByText('1 of 2').waitFor();

      await page.getByRole('button', { name: 'Edit' }).last().click();
      await page
        .getByRole('textbox', { name: 'Edit' })
        .fill('What does the lamp of the lighthouse of Vellin burn?');
      await page.locator('form').getByRole('button', { name: 'Send' }).first().click();
      await page.locator('article').getByText('colza oil').first().waitFor();

      await tools.getByRole('button', { name: 'Bad answer' }).click();
      await page.getByLabel('What was wrong?').last().fill('Too short');
      const kept = page.waitForResponse(
        (response) => response.request().postData()?.includes('Too short') ?? false,
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      assert.ok((await kept).ok());
      await page.reload();
      await page.getByRole('button', { name: 'Mode: Knowledge' }).click();
      await page.getByRole('menuitem', { name: /^Agent/ }).click();
      await page.getByRole('button', { name: 'Mode: Agent' }).waitFor();
      const bad = page.getByRole('button', { name: 'Bad answer' }).last();
      await bad.waitFor();
      assert.equal(await bad.getAttribute('aria-pressed'), 'true');

      await tools.getByRole('button', { name: 'Export' }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Markdown with footnotes' }).first().click();
      const file = await (await downloading).path();
      assert.match(await readFile(file, 'utf8'), /What does the lamp of the lighthouse/);
    },
  },
  {
    name: 'a question is asked of one document alone',
    async run(world) {
      await addText(world, 'Cranes of Riga', 'The crane of Riga lifts eighty tonnes.');
      await addText(world, 'Cranes of Narva', 'The crane of Narva lifts twelve tonnes.');
      const { page } = await openSignedIn(world);
      await page.getByRole('button', { name: 'Search in: All documents' }).click();
      await page.getByRole('button', { name: 'Documents in “Cranes of Riga”' }).click();
      await page.getByRole('checkbox', { name: 'Cranes of Riga', exact: true }).click();
      await page.getByRole('searchbox', { name: 'Find a document by name' }).fill('narva');
      await page
        .getByRole('checkbox', { name: 'Cranes of Riga', exact: true })
        .waitFor({ state: 'detached' });
      const narva = page.getByRole('checkbox', { name: 'Cranes of Narva', exact: true });
      await narva.click();
      await page.getByRole('button', { name: 'Search in: 2 documents' }).waitFor();
      await narva.click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Search in: Cranes of Riga' }).waitFor();
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .fill('How many tonnes does the crane of Narva lift?');
      await page.keyboard.press('Enter');
      const answer = page.locator('article').last();
      await answer.locator('[data-answer-tools]').waitFor();
      assert.ok(!(await answer.textContent())?.includes('twelve'));
    },
  },
  {
    name: 'research shows its way, its records, and a past run',
    async run(world) {
      const { page } = await openSignedIn(world, '/research');
      await page
        .getByLabel('What would you like to know?')
        .fill('Phase 3 trials of remdesivir in COVID-19 with publications');
      await page.getByRole('button', { name: 'Start research' }).click();
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
      await page.getByLabel('What would you like to know?').fill('Papers about Marlow fever');
      await page.getByRole('button', { name: 'Start research' }).click();
      await page.getByRole('status').filter({ hasText: 'Searching' }).waitFor();
      await page.getByRole('link', { name: /Phase 3 trials of remdesivir/ }).click();
      await page.locator('[data-node=router][data-status=done]').waitFor();
      await page.getByRole('link', { name: 'Searching: Papers about Marlow fever' }).click();
      answer.resolve();
      await page.getByRole('heading', { name: 'Papers about Marlow fever' }).waitFor();
      await page.waitForURL(/\/research\/.+/);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
];

/** Creates a collection and one document, both with this title. */
async function addText({ api }: World, title: string, text: string): Promise<void> {
  const { id } = await api.call('createCollection', { body: { name: title } });
  const { documents } = await api.call('addDocuments', {
    params: { id },
    body: { documents: [{ external_id: title, title, text }] },
  });
  await api.waitUntilFinal(documents[0]?.id ?? '');
}
