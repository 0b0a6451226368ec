import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf, readCitedQuestions } from './browser/highlights/cited-questions.ts';
import { judgeMark, type Verdict } from './browser/highlights/judge-mark.ts';
import { findBrowser, openBrowser } from './browser/open-browser.ts';
import { createWorld, openWindow, signIn, type World } from './browser/world.ts';
import { dataFolder, readDocumentFile } from './suite/data-folder.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const patience = { timeoutMs: 300_000 };
const verdicts: readonly Verdict[] = ['drawn', 'missed', 'rightly not drawn', 'wrong'];

/**
 * `npm run highlights [part of a file's name]`: asks the questions over real documents, opens every
 * citation of the answers in a browser, and compares what is marked with the quote. Fails for a mark
 * on other words than the quote's.
 */
async function main(report: Report, wanted = ''): Promise<void> {
  await using browser = await openBrowser();
  await using suite = await startTemporarySuite();
  const world = createWorld(suite, browser);
  const questions = (await readCitedQuestions()).filter(({ file }) => file.includes(wanted));
  await upload(world, [...new Set(questions.map(({ file }) => file))]);
  report.tell(`${questions.length} questions`);
  const { context, page } = await openWindow(world);
  await signIn(world, page);
  const counts = new Map<string, Record<Verdict, number>>();
  const wrong: string[] = [];
  for (const { id, question } of questions) {
    const answer = await world.api.call('chat', { body: { message: question } });
    for (const { n, quote, file_name, page: cited } of answer.citations) {
      const source = encodeURIComponent(`"${answer.message_id}.${n}"`);
      await page.goto(`/chat/${answer.conversation_id}?source=${source}`);
      const { verdict, marked } = await judgeMark(page, quote);
      const format = formatOf(file_name ?? '') ?? 'other';
      const count = counts.get(format) ?? { drawn: 0, missed: 0, 'rightly not drawn': 0, wrong: 0 };
      counts.set(format, { ...count, [verdict]: count[verdict] + 1 });
      if (verdict === 'wrong') wrong.push(`${id}, ${n}: “${marked}” in place of “${quote}”`);
      if (marked === undefined) {
        report.tell(`${id}, ${n}, ${file_name}, page ${cited}: ${verdict}: “${quote}”`);
      }
    }
  }
  await context.close();
  for (const [format, count] of counts) {
    const all = verdicts.reduce((sum, verdict) => sum + count[verdict], 0);
    report.tell(
      `${format}: ${all} citations; ${verdicts.map((one) => `${one} ${count[one]}`).join(', ')}`,
    );
  }
  report.check('no citation marks other words than its quote', wrong);
  report.check('no page threw an error or broke its policy', world.complaints);
}

async function upload({ api }: World, files: readonly string[]): Promise<void> {
  const collection = await api.createCollection('Questions');
  for (const file of files) {
    const [accepted] = await api.uploadAccepted(collection, [await readDocumentFile(file)]);
    if (accepted?.id) await api.waitUntilFinal(accepted.id, patience);
  }
}

if (!findBrowser()) console.log('skipped: there is no Chromium on this machine');
else if (!existsSync(join(dataFolder, 'questions/questions.jsonl'))) {
  console.log('skipped: there are no questions; LECTERN_DATA names their folder');
} else {
  const report = new Report();
  await main(report, process.argv[2]).catch((error: unknown) => {
    report.check('the highlights as a whole', [(error as Error).stack ?? String(error)]);
  });
  if (process.env.LECTERN_REPORT) report.write(process.env.LECTERN_REPORT);
  process.exit(report.hasFailures ? 1 : 0);
}
