import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatResponse } from '@lectern/contracts';
import {
  type CitedQuestion,
  formatOf,
  readCitedQuestions,
} from './browser/highlights/cited-questions.ts';
import { judgeMark, type Verdict } from './browser/highlights/judge-mark.ts';
import { findBrowser, openBrowser } from './browser/open-browser.ts';
import { createWorld, openWindow, signIn, type World } from './browser/world.ts';
import { dataFolder, readDocumentFile, readManifest } from './suite/data-folder.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const patience = { timeoutMs: 300_000 };
const verdicts: readonly Verdict[] = ['drawn', 'missed', 'rightly not drawn', 'wrong'];

/**
 * `npm run e2e -- highlights [part of an id]…`: puts all real documents into a suite, asks the questions
 * about them, opens every citation of the answers in a browser, and compares what is marked with the
 * quote. Fails for a mark on other words than the quote's.
 */
async function main(report: Report, wanted: readonly string[]): Promise<void> {
  await using browser = await openBrowser();
  await using suite = await startTemporarySuite();
  const world = createWorld(suite, browser);
  await upload(world, report);
  const questions = await readCitedQuestions(wanted);
  report.print(`${questions.length} questions`);
  const { context, page } = await openWindow(world);
  await signIn(world, page);
  const counts = new Map<string, Record<Verdict, number>>();
  const wrong: string[] = [];
  for (const asked of questions) {
    const { id } = asked;
    const answer = await ask(world, asked);
    for (const { n, quote, file_name, page: cited } of answer.citations) {
      const source = encodeURIComponent(`"${answer.message_id}.${n}"`);
      await page.goto(`/chat/${answer.conversation_id}?source=${source}`);
      const { verdict, marked } = await judgeMark(page, quote);
      const format = formatOf(file_name ?? '');
      const count = counts.get(format) ?? { drawn: 0, missed: 0, 'rightly not drawn': 0, wrong: 0 };
      counts.set(format, { ...count, [verdict]: count[verdict] + 1 });
      if (verdict === 'wrong') wrong.push(`${id}, ${n}: “${marked}” in place of “${quote}”`);
      if (marked === undefined) {
        report.print(`${id}, ${n}, ${file_name}, page ${cited}: ${verdict}: “${quote}”`);
      }
    }
  }
  await context.close();
  for (const [format, count] of counts) {
    const all = verdicts.reduce((sum, verdict) => sum + count[verdict], 0);
    report.print(
      `${format}: ${all} citations; ${verdicts.map((one) => `${one} ${count[one]}`).join(', ')}`,
    );
  }
  report.check('no citation marks other words than its quote', wrong);
  report.check('no page threw an error or broke its policy', world.complaints);
}

/** Every file, also those that end as failed. */
async function upload({ api }: World, report: Report): Promise<void> {
  const collection = await api.createCollection('Questions');
  const ids: string[] = [];
  for (const { file } of await readManifest()) {
    const [accepted] = await api.uploadAccepted(collection, [await readDocumentFile(file)]);
    if (!accepted?.id) continue;
    ids.push(accepted.id);
  }
  const states = new Map<string, number>();
  for (const id of ids) {
    const { status } = await api.waitUntilFinal(id, patience);
    states.set(status, (states.get(status) ?? 0) + 1);
  }
  report.print([...states].map(([status, count]) => `${count} documents are ${status}`).join(', '));
}

async function ask({ api }: World, { question, before }: CitedQuestion): Promise<ChatResponse> {
  let conversation_id: string | undefined;
  for (const message of before) {
    ({ conversation_id } = await api.call('chat', {
      body: { message, ...(conversation_id && { conversation_id }) },
    }));
  }
  return api.call('chat', {
    body: { message: question, ...(conversation_id && { conversation_id }) },
  });
}

if (!findBrowser()) console.log('skipped: there is no Chromium on this machine');
else if (!existsSync(join(dataFolder, 'questions/questions.jsonl'))) {
  console.log('skipped: there are no questions; LECTERN_DATA names their folder');
} else {
  const report = new Report();
  await main(report, process.argv.slice(2)).catch((error: unknown) => {
    report.check('the highlights as a whole', [(error as Error).stack ?? String(error)]);
  });
  process.exit(report.hasFailures ? 1 : 0);
}
