import assert from 'node:assert/strict';
import { eventually } from '@lectern/testing';
import { addClient, authorize } from '../../isolation/oauth.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openSignedIn, openWindow, signIn } from '../world.ts';
import { orderByAgent } from './order-by-agent.ts';
import type { Story } from './story.ts';

/** The limit that SECURITY.md states for revoked access. */
const revokedWithinMs = 5_000;
/** Time to ingest about thirty small documents. */
const ingestMs = 120_000;

/** Stories in a suite with ratings and a pending approval. */
export const administrationStories: readonly Story<FilledWorld>[] = [
  {
    name: 'in German the budgets separate thousands by points',
    async run(world) {
      const { page } = await openSignedIn(world, '/usage', { locale: 'de-DE' });
      const field = page.getByRole('textbox', { name: 'Ein- und Ausgabetoken' });
      await field.waitFor();
      assert.equal(await field.inputValue(), '1.000.000');
    },
  },
  {
    name: 'ratings are read with their reason, and become questions with the documents that they cite',
    async run(world) {
      const { page } = await openSignedIn(world, '/feedback');
      const bad = page.locator('article', { hasText: 'What does a new document format need?' });
      await bad.waitFor();
      await bad.getByText('It names the file but not the list that must know it.').waitFor();
      await page.getByText('Good', { exact: true }).click();
      await bad.waitFor({ state: 'detached' });
      const good = page.locator('article', { hasText: 'How often is the battery' });
      await good.getByRole('button', { name: 'Add to an evaluation set' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox', { checked: true }).first().waitFor();
      await dialog.getByLabel('Question').fill('interval of the battery');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const params = { id: world.ids.evaluationSetId };
      const { questions } = await world.api.call('listEvaluationQuestions', { params });
      const saved = questions.find(({ query }) => query === 'interval of the battery');
      assert.ok(saved?.answers.some(({ start }) => start === null));
    },
  },
  {
    name: 'a call of a connected client waits for its person and is refused; a tool is tried by its form',
    async run(world) {
      const { page } = await openSignedIn(world, '/tools');
      const waiting = page.getByRole('region', { name: 'Waiting for your approval' });
      await waiting.getByText('North roof').waitFor();
      await waiting.getByRole('button', { name: 'Deny' }).click();
      await waiting.waitFor({ state: 'detached' });
      const { confirmations } = await world.api.call('listMcpToolConfirmations', {});
      assert.deepEqual(confirmations, []);

      await page.getByRole('button', { name: '2 tools' }).click();
      await page.getByRole('button', { name: 'Try: get_forecast' }).click();
      const form = page.getByRole('form', { name: 'Try: get_forecast' });
      await form.getByLabel('place').fill('Oslo');
      await form.getByRole('button', { name: 'Run' }).click();
      await form.getByText('Dry, 14 to 19 °C').waitFor();
    },
  },
  {
    name: 'an application that was let in is listed, and acts no more once it is disconnected',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      const { url } = world.suite;
      const cookies = await context.cookies();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const session = { cookie, origin: url };
      const clientId = await addClient(url, session);
      const { access_token } = await authorize(url, session, {
        clientId,
        scope: 'mcp offline_access',
      });
      const ask = () =>
        fetch(`${url}/mcp`, { headers: { authorization: `Bearer ${access_token}` } });
      assert.notEqual((await ask()).status, 401);
      await page.goto('/connect');
      await page.getByRole('tab', { name: 'Applications' }).click();
      await page.getByRole('button', { name: 'Disconnect Agent' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('No connected applications').waitFor();
      await eventually(async () => (await ask()).status === 401, { timeoutMs: revokedWithinMs });
    },
  },
  {
    name: 'an agent asks before a tool that changes something, and goes on with the decision',
    async run(world) {
      const { page } = await openSignedIn(world);
      const question = await orderByAgent(page, 'Order a new battery for a weather station');
      await question.getByText('Order a new battery').waitFor();
      await page.reload();
      // The stream is requested after the answer is complete.
      await page.route('**/api/conversations/*/stream', async (route) => {
        const id = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
        await eventually(async () => {
          const { messages } = await world.api.call('listMessages', { params: { id } });
          return messages.at(-1)?.status === 'done';
        });
        await route.continue();
      });
      await question.getByRole('button', { name: 'Allow' }).click();
      await page.locator('article').getByText('Ordered.').first().waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  },
  {
    name: 'operations: each worker is named with whether it lives and what it has in hand',
    async run(world) {
      const { page } = await openSignedIn(world, '/operations');
      const workers = page.getByRole('region', { name: 'Workers' });
      const living = workers.getByRole('listitem').filter({ hasText: /last seen .+ ago/ });
      await living.getByText('Running', { exact: true }).first().waitFor();
      assert.equal(await workers.getByText('No worker is running').count(), 0);
    },
  },
  {
    name: 'the status page shows the progress of a new index and asks before a rebuild',
    async run(world) {
      const { page } = await openWindow(world);
      // There is no second embedding model here; the switch itself is tested without the page.
      await page.route('**/api/admin/health', async (route) => {
        const response = await route.fetch();
        const health = await response.json();
        health.services.rag.building = {
          embedding_model: 'another-model',
          documents_done: 30,
          documents_total: 120,
        };
        await route.fulfill({ json: health });
      });
      await signIn(world, page, '/operations');
      await page.getByText('Building an index for another-model: 30 of 120 documents.').waitFor();
      const bar = page.getByRole('progressbar', { name: 'New index' });
      assert.equal(await bar.getAttribute('aria-valuenow'), '25');
      const fill = page.getByRole('button', { name: 'Rebuild index' });
      await fill.press('Enter');
      await page.locator('[role=dialog]:focus-within').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await fill.press('Enter');
      const begun = page.waitForResponse(
        (response) =>
          response.url().endsWith('/rebuild-index') && response.request().method() === 'POST',
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Rebuild index' }).click();
      assert.equal((await begun).status(), 202);
    },
  },
  {
    name: 'an evaluation run: a question is saved with its right answer and two settings are measured',
    async run(world) {
      const { page } = await openSignedIn(world, '/search');
      await page.getByRole('searchbox').fill('battery of the weather station');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('button', { name: 'Advanced' }).click();
      const marking = page.getByRole('region', { name: 'Correct answers' });
      await marking.getByRole('button', { name: 'New set' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Station questions');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.locator('#content li').getByText('Passage').first().click();
      await marking.getByText('1 correct answer marked').waitFor();
      await marking.getByRole('button', { name: 'Save question' }).click();
      await page.getByText('The question was saved to the set.').waitFor();
      await marking.getByRole('link', { name: 'Open set' }).click();

      await page.getByText('battery of the weather station').first().waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('[data-run=done]').getByText('nDCG@10').first().waitFor();
      await page.getByText('first correct answer at rank 1').first().waitFor();
      const { sets } = await world.api.call('listEvaluationSets', {});
      const set = sets.find(({ name }) => name === 'Station questions');
      const { runs } = await world.api.call('listEvaluationRuns', {
        params: { id: set?.id ?? '' },
      });
      assert.equal(runs[0]?.ndcg_at_10?.length, 2);
      await page.reload();
      await page.locator('[data-run=done]').waitFor();

      await page.getByRole('button', { name: 'Delete set' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Station questions' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'an organisation is made, shares nothing, takes the sample collection, and is deleted by its password',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      const { organisation } = await world.api.call('getMe', {});
      await page.getByTitle(/^Account of/).click();
      await page.getByRole('menuitem', { name: 'New organisation' }).click();
      await page.getByLabel('Organisation name').fill('Second house');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Add documents first').waitFor();
      await page.getByTitle(/^Account of/).click();
      await page.getByRole('menuitem', { name: organisation.name }).click();
      await page.getByText('What would you like to know?').waitFor();
      await page.getByTitle(/^Account of/).click();
      await page.getByRole('menuitem', { name: 'Second house' }).click();
      await page.getByText('Add documents first').waitFor();
      await page.getByRole('button', { name: 'Add sample documents' }).click();
      await page.getByRole('heading', { level: 1, name: 'Lectern documentation' }).waitFor();
      // The table renders only the rows in view, newest first.
      await page.getByLabel('Title or file name').fill('add-a-tool.md');
      const guide = page.locator('[data-document]').filter({ hasText: 'add-a-tool.md' });
      await guide.getByText(/^Ready/).waitFor({ timeout: ingestMs });
      await page.getByRole('link', { name: 'New chat' }).first().click();
      await page.getByRole('button', { name: 'How do I back up Lectern?' }).waitFor();

      await page.goto('/settings?tab=organisation');
      await page.getByRole('button', { name: 'Delete organisation' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Your password').fill(world.suite.credentials.password ?? '');
      await dialog.getByRole('button', { name: 'Delete organisation' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await context.close();

      const { context: again, page: later } = await openWindow(world);
      await signIn(world, later);
      await later.getByTitle(/^Account of/).click();
      await later.getByRole('menuitem', { name: 'New organisation' }).waitFor();
      assert.equal(await later.getByRole('menuitem', { name: 'Second house' }).count(), 0);
      await again.close();
    },
  },
  {
    name: 'inherited access is shown by names, never by ids',
    async run(world) {
      const { collectionId, emptyCollectionId } = world.ids;
      const { page } = await openWindow(world);
      const team = await world.api.call('createTeam', { body: { name: 'Late shift' } });
      const grants = [
        { grantee: { type: 'team' as const, id: team.id }, permission: 'read' as const },
      ];
      const given = await world.api.call('putGrants', {
        params: { id: collectionId },
        body: { inherit: true, grants },
      });
      assert.equal(given.grants.length, 1);
      const names = Promise.withResolvers<void>();
      await page.route('**/api/teams*', async (route) => {
        await names.promise;
        await route.continue();
      });
      await signIn(world, page, `/library/${emptyCollectionId}`);
      const hasRights = page.waitForResponse(`**/api/collections/${emptyCollectionId}/grants`);
      await page.getByRole('button', { name: 'Options for “Stores”' }).click();
      await page.getByRole('menuitem', { name: 'Share' }).click();
      await (await hasRights).finished();
      await page.getByRole('dialog').getByRole('status', { name: 'Loading' }).waitFor();
      assert.equal(await page.getByText(team.id).count(), 0);
      names.resolve();
      const inherited = page.getByRole('list', { name: 'Inherited access' });
      await inherited
        .getByRole('listitem')
        .filter({ hasText: /Late shift.*Inherited from “Guides”.*Can view/ })
        .waitFor();
      await page
        .getByRole('switch', { name: 'Inherit access from the parent collection' })
        .press('Space');
      await inherited.waitFor({ state: 'detached' });
      await world.api.call('putGrants', {
        params: { id: collectionId },
        body: { inherit: true, grants: [] },
      });
    },
  },
];
