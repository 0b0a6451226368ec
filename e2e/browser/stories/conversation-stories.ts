import assert from 'node:assert/strict';
import { findViolationsInBothColours } from '../check-accessibility.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openSignedIn, openWindow, signIn } from '../world.ts';
import { orderByAgent } from './order-by-agent.ts';
import type { Story } from './story.ts';

export const conversationStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a conversation that is opened anew goes on in its mode, asking what was asked last',
    async run(world) {
      const { api, ids } = world;
      const answer = await api.call('chat', {
        body: {
          message: 'What does a new document format need?',
          mode: 'agent',
          collection_filter: { document_ids: [ids.documentId] },
        },
      });
      const { title } = await api.call('getDocument', { params: { id: ids.documentId } });
      const { page } = await openSignedIn(world, `/chat/${answer.conversation_id}`);
      await page.getByRole('button', { name: 'Mode: Agent' }).waitFor();
      await page.getByRole('button', { name: `Search in: ${title}` }).waitFor();
      await page.getByRole('button', { name: `Search in: ${title}` }).click();
      await page.getByRole('checkbox', { name: /^Weather station/ }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Documents', exact: true }).click();
      await page.goBack();
      await page.getByRole('button', { name: 'Search in: 1 collection, 1 document' }).waitFor();
    },
  },
  {
    name: 'a question is asked in other words by Enter, and both wordings stay through a reload',
    async run(world) {
      const answer = await world.api.call('chat', {
        body: { message: 'How often is the battery of the weather station replaced?' },
      });
      const { page } = await openSignedIn(world, `/chat/${answer.conversation_id}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      const field = page.getByRole('textbox', { name: 'Edit' });
      await field.fill('When is the backup battery of the station replaced?');
      await field.press('Enter');
      await field.waitFor({ state: 'detached' });
      const versions = page.getByRole('group', { name: 'Versions' });
      await versions.getByText('2 of 2').waitFor();
      await page.reload();
      await versions.getByText('2 of 2').waitFor();
      await versions.getByRole('button', { name: 'Previous version' }).click();
      await page.getByText('How often is the battery', { exact: false }).last().waitFor();
      await versions.getByText('1 of 2').waitFor();
    },
  },
  {
    name: 'a deleted conversation is reported and a new one offered',
    async run(world) {
      const { page } = await openSignedIn(world, '/chat/00000000-0000-4000-8000-000000000000');
      await page.getByRole('heading', { name: 'The conversation does not exist' }).waitFor();
      assert.equal(await page.locator('#content').getByRole('textbox').count(), 0);
      await page.locator('#content').getByRole('link', { name: 'New chat' }).click();
      await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    },
  },
  {
    name: 'what a tool is to be run with is all in sight on a phone, and that it waits is announced',
    async run(world) {
      const { page } = await openSignedIn(world, '/', { isPhone: true });
      const question = await orderByAgent(
        page,
        'Order a new battery for a weather station on the roof of the north house',
      );
      await question.waitFor();
      await page.getByRole('status').getByText('Waiting for your approval').waitFor();
      const hidden = await question
        .locator('pre')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.equal(hidden, 0);
      await question.getByRole('button', { name: 'Deny' }).click();
      await page.locator('[data-answer-tools]').waitFor();
    },
  },
  {
    name: 'steps and errors are shown in the chosen language',
    async run(world) {
      const { page } = await openSignedIn(world, `/chat/${world.ids.conversationId}`, {
        locale: 'ru-RU',
      });
      await page.locator('article .mantine-Accordion-control').first().click();
      await page.getByText(/^Документов: \d+, фрагментов: \d+$/).waitFor();
      await page.goto('/research/00000000-0000-4000-8000-000000000000');
      await page.getByRole('alert').getByText('Исследование не существует').waitFor();
    },
  },
  {
    name: 'an answer with a table, code and formulas shows them, copies the code, and stays within a phone',
    async run(world) {
      const { page } = await openWindow(world, { isPhone: true });
      const { conversationId, messageId } = world.ids;
      const code =
        'SELECT name, count(*)\nFROM stations WHERE height > 1500 AND owner IS NOT NULL;';
      const content = [
        '## Heights',
        '| Station | Height | Inspector | Instruments |\n|---|---:|---|---|\n| North | 18 m | University | Thermometer |',
        `\`\`\`sql\n${code}\n\`\`\``,
        'The mean is \\(\\bar{x} = \\frac{1}{n}\\sum x_i\\), and',
        '$$e^{i\\pi} + 1 = 0$$',
        '1. **first**\n2. *second* with `a word of code`',
      ].join('\n\n');
      await page.route(`**/api/conversations/${conversationId}/messages*`, async (route) => {
        const response = await route.fetch();
        const list = await response.json();
        for (const message of list.messages) {
          if (message.id === messageId) message.content = content;
        }
        await route.fulfill({ response, json: list });
      });
      await signIn(world, page, `/chat/${conversationId}`);
      const answer = page.getByRole('article').filter({ hasText: 'Heights' });
      await answer.getByRole('cell', { name: '18 m' }).waitFor();
      // The words are not broken, so the table is wider than the phone and scrolls.
      const head = await answer.getByRole('columnheader', { name: 'Station' }).boundingBox();
      assert.ok(head && head.height < 50, `a word takes ${head?.height} pixels`);
      await answer.locator('math[display=block]').waitFor();
      assert.equal(await answer.locator('math').count(), 2);
      assert.equal(await answer.locator('ol:has(strong, code) li').count(), 2);
      assert.deepEqual(await findViolationsInBothColours(page), []);
      await answer.getByRole('button', { name: 'Copy code' }).click();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), code);
      // A wide part scrolls by itself, the page does not.
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.equal(wide, 0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
];
