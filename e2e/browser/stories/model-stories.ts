import assert from 'node:assert/strict';
import { findViolationsInBothColours } from '../check-accessibility.ts';
import { openSignedIn, waitUntil } from '../world.ts';
import type { Story } from './story.ts';
import type { StreamingWorld } from './streaming-stories.ts';

const code = '```python\ndef shine(lamp):\n    return 3.14  # bright\n```';
const answer = `The lamp lights the desk [1]:\n\n${code}`;
const summary = 'A note on a lamp [1].\n\n- The lamp lights the desk [1].';
const followUps = '1. Does the lamp rest?\n2. Where does it stand?';

/** Replies as a model that reads, by the prompt that it gets. */
function reply(asked: string): string {
  if (asked.includes('You summarise a document')) return summary;
  if (asked.includes('may ask next')) return followUps;
  return answer;
}

/** Stories about what a model that reads adds to the page. */
export const modelStories: readonly Story<StreamingWorld>[] = [
  {
    name: 'code of an answer is coloured, questions follow it, and it is printed with its sources',
    async run(world) {
      world.model.reply = reply;
      const { page } = await openSignedIn(world);
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .fill('What does the lamp light?');
      await page.keyboard.press('Enter');
      await page.locator('article pre').waitFor();
      await waitUntil(page, `CSS.highlights.get('code-kwd')?.size >= 2`);
      const next = page.getByRole('region', { name: 'Suggested questions' });
      await next.getByRole('button', { name: 'Where does it stand?' }).waitFor();
      assert.deepEqual(await findViolationsInBothColours(page), []);
      await page.evaluate(
        `print = () => { printed = [document.title, document.querySelector('[data-print]').innerText] }`,
      );
      await page.getByRole('button', { name: 'Export' }).last().click();
      await page.getByRole('menuitem', { name: 'PDF (print)' }).last().click();
      await waitUntil(page, 'globalThis.printed !== undefined');
      const [title, text] = (await page.evaluate('printed')) as [string, string];
      assert.equal(title, 'What does the lamp light?');
      assert.match(text, /The lamp lights the desk[\s\S]*The lamp: “/);
      await next.getByRole('button', { name: 'Does the lamp rest?' }).click();
      await page.locator('article').nth(1).waitFor();
      await page.goto('/settings?tab=appearance');
      await page.getByRole('switch', { name: 'Suggest questions' }).uncheck();
      await page.goBack();
      assert.equal(await next.count(), 0);
    },
  },
  {
    name: 'the result of a test is in sight above the buttons of its dialog',
    async run(world) {
      const { page } = await openSignedIn(world, '/models');
      await page.getByRole('button', { name: 'Connect a model' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(`${world.model.url}/v1`);
      await dialog.getByRole('textbox', { name: 'Model' }).fill('slow');
      await dialog.getByRole('button', { name: 'Test' }).click();
      await dialog.getByText('Answers', { exact: true }).waitFor();
      await waitUntil(
        page,
        `(() => {
          const result = document.querySelector('[role=dialog] [role=status] li');
          const { x, y, height } = result.getBoundingClientRect();
          return result.contains(document.elementFromPoint(x + 5, y + height / 2));
        })()`,
      );
    },
  },
  {
    name: 'a document is summarised, and a citation opens its passage',
    async run(world) {
      world.model.reply = reply;
      const { documents } = await world.api.call('listDocuments', {});
      const { page } = await openSignedIn(world, `/documents/${documents[0]?.id}`);
      await page.getByRole('button', { name: 'Summary' }).click();
      await page.getByText('A note on a lamp').waitFor();
      assert.deepEqual(await findViolationsInBothColours(page), []);
      await page
        .getByRole('button', { name: /^Source 1|^1/ })
        .first()
        .click();
      await page.locator('mark').first().waitFor();
      world.model.reply = () => '';
      await page.goto(`${page.url().split('?')[0]}?tab=summary`);
      await page.getByText('A note on a lamp').waitFor();
    },
  },
];
