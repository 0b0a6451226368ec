import assert from 'node:assert/strict';
import type { FilledWorld } from '../views/filled-world.ts';
import { openWindow, signIn } from '../world.ts';
import { orderByAgent } from './order-by-agent.ts';
import type { Story } from './story.ts';

export const conversationStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a conversation that is opened anew goes on in its mode, asking what was asked last',
    async tell(world) {
      const { api, ids } = world;
      const answer = await api.call('chat', {
        body: {
          message: 'What does a new document format need?',
          mode: 'agent',
          collection_filter: { document_ids: [ids.documentId] },
        },
      });
      const { title } = await api.call('getDocument', { params: { id: ids.documentId } });
      const { context, page } = await openWindow(world);
      await signIn(world, page, `/chat/${answer.conversation_id}`);
      await page.getByRole('button', { name: 'Mode: Agent' }).waitFor();
      await page.getByRole('button', { name: `Search in: ${title}` }).waitFor();
      await page.getByRole('button', { name: `Search in: ${title}` }).click();
      await page.getByRole('checkbox', { name: /^Weather station/ }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Documents', exact: true }).click();
      await page.goBack();
      await page.getByRole('button', { name: 'Search in: 1 collection, 1 document' }).waitFor();
      await context.close();
    },
  },
  {
    name: 'a question is asked in other words by Enter, and both wordings stay through a reload',
    async tell(world) {
      const answer = await world.api.call('chat', {
        body: { message: 'How often is the battery of the weather station replaced?' },
      });
      const { context, page } = await openWindow(world);
      await signIn(world, page, `/chat/${answer.conversation_id}`);
      await page.getByRole('button', { name: 'Ask in other words' }).click();
      const field = page.getByRole('textbox', { name: 'Ask in other words' });
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
      await context.close();
    },
  },
  {
    name: 'a conversation that is gone says so and offers a new one',
    async tell(world) {
      const { context, page } = await openWindow(world);
      await signIn(world, page, '/chat/00000000-0000-4000-8000-000000000000');
      await page.getByRole('heading', { name: 'This conversation is gone' }).waitFor();
      assert.equal(await page.locator('#content').getByRole('textbox').count(), 0);
      await page.locator('#content').getByRole('link', { name: 'New chat' }).click();
      await page.getByRole('heading', { name: 'What do you want to know?' }).waitFor();
      await context.close();
    },
  },
  {
    name: 'what a tool is to be run with is all in sight on a phone, and that it waits is announced',
    async tell(world) {
      const { context, page } = await openWindow(world, { isPhone: true });
      await signIn(world, page);
      const question = await orderByAgent(
        page,
        'Order a new battery for a weather station on the roof of the north house',
      );
      await question.waitFor();
      await page.getByRole('status').getByText('Waits for your decision').waitFor();
      const hidden = await question
        .locator('pre')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.equal(hidden, 0);
      await question.getByRole('button', { name: 'Refuse' }).click();
      await page.locator('[data-answer-tools]').waitFor();
      await context.close();
    },
  },
  {
    name: 'steps and errors are told in the language of the person',
    async tell(world) {
      const { context, page } = await openWindow(world, { locale: 'ru-RU' });
      await signIn(world, page, `/chat/${world.ids.conversationId}`);
      await page.locator('article .mantine-Accordion-control').first().click();
      await page.getByText(/^Документов: \d+, отрывков: \d+$/).waitFor();
      await page.goto('/research/00000000-0000-4000-8000-000000000000');
      await page.getByRole('alert').getByText('Этого исследования нет').waitFor();
      await context.close();
    },
  },
];
