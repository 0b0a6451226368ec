import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { slowAnswer } from '../slow-model.ts';
import { openSignedIn } from '../world.ts';
import type { Story } from './story.ts';
import type { StreamingWorld } from './streaming-stories.ts';

const cli = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));
const maxClicks = 6;
const maxMs = 30_000;
const question = 'What does the lamp light?';

/** Stories of a fresh installation beside a model server at Ollama's usual address. */
export const firstAnswerStories: readonly Story<StreamingWorld>[] = [
  {
    name: 'the first steps lead to a streamed answer of a model that was found',
    async run(world) {
      const { page } = await openSignedIn(world);
      const startedAt = performance.now();
      let clicks = 0;
      const click = async (role: 'button' | 'link', name: string | RegExp) => {
        clicks += 1;
        await page.getByRole(role, { name }).click();
      };
      await click('link', /^Set up Lectern/);
      const choosing = page.waitForEvent('filechooser');
      await click('button', 'Choose files');
      const text = Buffer.from('The lamp lights the desk. It rests by day.');
      await (await choosing).setFiles({ name: 'lamp.txt', mimeType: 'text/plain', buffer: text });
      clicks += 1;
      const found = page.getByRole('region', { name: 'Ollama is running' });
      await found.getByRole('button', { name: 'Connect' }).click();
      await page.locator('[data-step="2"][data-done]').waitFor();
      await page.locator('[data-step="1"][data-done]').waitFor();
      await click('link', 'Ask');
      await page.getByRole('textbox', { name: 'Ask your documents' }).fill(question);
      await click('button', 'Send');
      await page.getByText('word3').waitFor();
      const ms = performance.now() - startedAt;
      assert.equal(await page.getByText(slowAnswer).count(), 0, 'the answer must be streamed');
      console.log(`first streamed answer: ${clicks} clicks, ${(ms / 1000).toFixed(1)} s`);
      assert.ok(clicks <= maxClicks, `${clicks} clicks`);
      assert.ok(ms <= maxMs, `${ms} ms`);
      await page.getByText('word59').waitFor();
    },
  },
  {
    name: 'two commands lead to an answer of a model that was found',
    async run({ api, suite }) {
      const { models } = await api.call('listModelConnections', {});
      for (const { id } of models.filter(({ model }) => model === 'slow')) {
        await api.call('deleteModelConnection', { params: { id } });
      }
      const lectern = async (...parameters: string[]) => {
        const startedAt = performance.now();
        const env = { ...process.env, LECTERN_URL: suite.url, LECTERN_API_KEY: api.apiKey };
        const options = { env, timeout: maxMs };
        const { stdout } = await promisify(execFile)(
          process.execPath,
          [cli, ...parameters],
          options,
        );
        console.log(`${parameters[0]}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
        return stdout;
      };
      assert.match(await lectern('model', 'add', '--model', 'slow'), /^slow {2}.*default/);
      assert.ok((await lectern('ask', question)).includes(slowAnswer));
    },
  },
];
