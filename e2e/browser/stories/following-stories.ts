import assert from 'node:assert/strict';
import { manual } from '../../suite/committed-files.ts';
import { Session } from '../../suite/session.ts';
import { Gate } from '../gate.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openSignedIn, openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

/** Stories in which the state changes between two requests of the page. */
export const followingStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a document that was ready before the page heard of events is shown as ready',
    async run(world) {
      const { page } = await openWindow(world);
      const { documentId, stationId } = world.ids;
      const isRead = new Gate();
      await page.route('**/api/events*', async (route) => {
        await isRead.opened;
        await route.continue();
      });
      // Until events arrive, every read returns the earlier state.
      await page.route(/\/api\/documents(\/[^/?]+)?(\?|$)/, async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        const body = isRead.isOpen ? text : text.replaceAll('"ready"', '"indexing"');
        await route.fulfill({ response, body });
      });
      await signIn(world, page, `/library/${stationId}`);
      const row = page.locator('[data-document]').filter({ hasText: manual });
      await row.getByText(/^Indexing/).waitFor();
      isRead.open();
      await row.getByText(/^Ready/).waitFor();

      isRead.close();
      await page.goto(`/documents/${documentId}`);
      // Progress is shown for a document with several passages.
      await page.getByText(/^Indexing( \d+\/\d+)?$/).waitFor();
      isRead.open();
      await page.getByText('Ready', { exact: true }).waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'who signs in where the session of another person ended finds nothing of theirs',
    async run(world) {
      const { context, page } = await openWindow(world);
      const successor = await addColleague(world, 'successor@example.org');
      await signIn(world, page, `/chat/${world.ids.conversationId}`);
      await page.getByText('every eighteen months').first().waitFor();
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      await field.fill('Why was my raise refused?');
      await page.getByRole('link', { name: 'New chat', exact: true }).click();
      await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
      await field.fill('How much do others earn?');
      await page.getByRole('link', { name: 'Search', exact: true }).click();
      await page.getByRole('searchbox').fill('salaries');
      await page.goBack();
      await page.goBack();
      await page.getByText('every eighteen months').first().waitFor();
      await context.clearCookies();
      await field.press('Enter');
      await page.getByLabel('Email').fill(successor.email);
      await page.locator('input[name=password]').fill(successor.password);
      await page.locator('button[type=submit]').click();
      await page.getByTitle(/^Account of Successor/).waitFor();
      await page.getByText('The conversation does not exist').waitFor();
      assert.equal(await page.getByText('every eighteen months').count(), 0);
      await page.goto('/');
      assert.equal(await field.inputValue(), '');
      await page.goto('/search');
      assert.equal(await page.getByRole('searchbox').inputValue(), '');
    },
  },
  {
    name: 'research reports a stream that ends early and follows a run that continues elsewhere',
    async run(world) {
      const { page } = await openSignedIn(world, '/research');
      await page.route('**/api/research', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ contentType: 'text/event-stream', body: ': nothing\n\n' })
          : route.continue(),
      );
      await page.getByLabel('What would you like to know?').fill('Papers about Marlow fever');
      await page.getByRole('button', { name: 'Start research' }).click();
      await page.getByRole('alert').waitFor();

      const isDone = new Gate();
      await page.route(`**/api/research/${world.ids.runId}`, async (route) => {
        const response = await route.fetch();
        const run = await response.json();
        const running = { ...run, status: 'running', result: null };
        await route.fulfill({ response, json: isDone.isOpen ? run : running });
      });
      await page.goto(`/research/${world.ids.runId}`);
      await page.getByRole('status').filter({ hasText: 'Searching' }).waitFor();
      isDone.open();
      await page.locator('[data-node=synthesizer][data-status=done]').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'interrupted research is reported and can be continued',
    async run(world) {
      const { page } = await openWindow(world);
      await page.route(`**/api/research/${world.ids.runId}`, async (route) => {
        const response = await route.fetch();
        const run = await response.json();
        await route.fulfill({ response, json: { ...run, status: 'interrupted', result: null } });
      });
      await signIn(world, page, `/research/${world.ids.runId}`);
      await page.getByText('The research was interrupted').waitFor();
      const resumed = page.waitForRequest('**/api/research/*/resume');
      await page.getByRole('button', { name: 'Continue' }).click();
      await resumed;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'a conversation that another client began comes into the list by itself',
    async run(world) {
      const { page } = await openSignedIn(world);
      const list = page.getByRole('region', { name: 'Conversations' });
      await list.getByRole('link').first().waitFor();
      const title = 'Which list must know a new document format?';
      await world.api.call('chat', { body: { message: title } });
      await list.getByRole('link', { name: title }).waitFor();
    },
  },
  {
    name: 'an address in an answer is shown in full and linked only to a source or registry',
    async run(world) {
      const { page } = await openWindow(world);
      const { conversationId, messageId } = world.ids;
      await page.route(`**/api/conversations/${conversationId}/messages*`, async (route) => {
        const response = await route.fetch();
        const list = await response.json();
        for (const message of list.messages) {
          if (message.id !== messageId) continue;
          message.content =
            'See [the bank](http://evil.example/?told=1), http://evil.example/2 and [PMID 7](https://pubmed.ncbi.nlm.nih.gov/7/).';
        }
        await route.fulfill({ response, json: list });
      });
      await signIn(world, page, `/chat/${conversationId}`);
      const answer = page.getByRole('article').filter({ hasText: 'See the bank' });
      await answer
        .getByText('See the bank (http://evil.example/?told=1), http://evil.example/2 and')
        .waitFor();
      const link = answer.getByRole('link');
      assert.equal(await link.count(), 1);
      assert.equal(await link.getAttribute('href'), 'https://pubmed.ncbi.nlm.nih.gov/7/');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'words of a record are neither link nor picture in what research answers',
    async run(world) {
      const { page } = await openWindow(world);
      const words = '[a cure](http://evil.example), ![it](http://evil.example) www.evil.example';
      await page.route(`**/api/research/${world.ids.runId}`, async (route) => {
        const response = await route.fetch();
        const run = await response.json();
        const result = { ...run.result, answer: `- PMID 1, ${words} [1].` };
        await route.fulfill({ response, json: { ...run, result } });
      });
      await signIn(world, page, `/research/${world.ids.runId}`);
      const answer = page.getByRole('region', { name: 'Answer' });
      await answer.getByText(words).waitFor();
      assert.equal(await answer.getByRole('link').count(), 0);
      assert.equal(await answer.locator('img').count(), 0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
];

async function addColleague({ api, suite }: FilledWorld, email: string) {
  const { link } = await api.call('createInvitation', { body: { email, role: 'member' } });
  const password = 'a password of theirs';
  const token = new URL(link).searchParams.get('token');
  const body = { token, name: 'Successor', password };
  await new Session(suite.url).post('/api/invitations/accept', body);
  return { email, password };
}
