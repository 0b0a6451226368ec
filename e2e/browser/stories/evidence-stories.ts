import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { readMarkedText, squeeze } from '../marked-text.ts';
import { openSignedIn } from '../world.ts';
import type { Story } from './story.ts';

/** One question for each sample file. */
const questions = [
  { format: 'PDF', text: 'In DB2 for i access control, what is meant by a column mask?' },
  {
    format: 'DOCX',
    text: "How frequently do the computer passwords of a chapter 13 standing trustee's office have to be changed?",
  },
  { format: 'HTML', text: "When did Microsoft's head office move from Bellevue to Redmond?" },
  {
    format: 'Markdown',
    text: 'From which docling release on can it no longer be used with Python 3.9?',
  },
  { format: 'XLSX', text: 'In the AI questionnaire workbook, which data does the AI process?' },
];

export interface EvidenceCounts {
  citations: number;
  drawn: number;
  unmarked: number;
  wrong: number;
}

export const evidenceCounts: EvidenceCounts = { citations: 0, drawn: 0, unmarked: 0, wrong: 0 };

export const evidenceStories: readonly Story[] = questions.map(({ format, text }) => ({
  name: `a citation opens ${format} or what else it names at its words, marked to the letter`,
  async run(world) {
    const { context, page } = await openSignedIn(world);
    await page.getByRole('textbox', { name: 'Ask your documents' }).fill(text);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/chat\//);
    await page.locator('article [data-answer-tools]').waitFor();
    const conversationId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { messages } = await world.api.call('listMessages', { params: { id: conversationId } });
    const citations = messages.at(-1)?.citations ?? [];
    assert.ok(citations.length > 0, 'the answer cites nothing');
    for (const { n, quote } of citations) {
      await page.locator(`article [aria-label^="Source ${n}:"]`).first().click();
      await waitForReader(page, n);
      const marked = await readMarkedText(page);
      evidenceCounts.citations += 1;
      if (marked === undefined) evidenceCounts.unmarked += 1;
      else if (squeeze(marked) === squeeze(quote)) evidenceCounts.drawn += 1;
      else {
        evidenceCounts.wrong += 1;
        assert.fail(`citation ${n} marks “${marked}” in place of “${quote}”`);
      }
    }
    await page.getByRole('button', { name: 'Close source' }).click();
    await context.close();
  },
}));

/** Waits until the address names the citation and its source is shown. */
async function waitForReader(page: Page, n: number): Promise<void> {
  await page.waitForURL((url) => (url.searchParams.get('source') ?? '').endsWith(`.${n}`));
  await page.locator(`[data-source$=".${n}"] [data-reader]`).waitFor();
}
