import { parseArgs } from 'node:util';
import { createSecondOrganisation } from './stories/second-organisation.ts';
import { Api, isFinal, type NamedFile } from './suite/api.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const readyWithinMs = 10_000;
/** Documents per upload. */
const filesAtOnce = 50;
/** Small documents that are sent once all hostile ones are there. */
const roundsAfter = 3;

const toFile = (name: string, text: string): NamedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
  type: 'text/markdown',
});

/** 9 KB that take a parser some ten seconds. */
const createHostileFile = (number: number) =>
  toFile(`hostile-${number}.md`, `${'> '.repeat(4_500)}deep ${number}`);

/**
 * `npm run e2e -- fairness`: while one organisation sends files that take a parser ten seconds each, a small
 * document of another one is ready within ten seconds. `--documents N` hostile ones, 500 unless it is
 * told.
 */
async function runFairness(documents: number, report: Report): Promise<string> {
  await using suite = await startTemporarySuite();
  const neighbour = new Api(suite.url, suite.credentials.api_key);
  const attacker = await createSecondOrganisation(suite);
  const [quiet, hostile] = await Promise.all([
    neighbour.createCollection('Quiet'),
    attacker.createCollection('Hostile'),
  ]);
  const tookMs: number[] = [];
  const sendSmall = async (sent: number) => {
    const number = tookMs.length + 1;
    const text = `# Note ${number}\n\nThe meeting is at noon.`;
    const startedAt = performance.now();
    const [accepted] = await neighbour.uploadAccepted(quiet, [toFile(`note-${number}.md`, text)]);
    const { status } = await neighbour.waitUntilFinal(accepted?.id ?? '');
    const ms = performance.now() - startedAt;
    tookMs.push(status === 'ready' ? ms : Number.POSITIVE_INFINITY);
    report.print(
      `${sent} hostile files sent: a small document is ${status} after ${Math.round(ms)} ms`,
    );
  };

  await sendSmall(0);
  for (let sent = 0; sent < documents; ) {
    const batch = Math.min(filesAtOnce, documents - sent);
    await attacker.uploadAccepted(
      hostile,
      Array.from({ length: batch }, (_, at) => createHostileFile(sent + at)),
    );
    sent += batch;
    await sendSmall(sent);
  }
  for (let round = 0; round < roundsAfter; round += 1) await sendSmall(documents);

  const waiting = (await attacker.listDocuments(hostile)).filter((one) => !isFinal(one));
  report.print(`${waiting.length} hostile files still wait`);
  report.check('the hostile files last as long as the measure', waiting.length ? [] : ['all done']);
  const slow = tookMs.filter((ms) => ms > readyWithinMs);
  report.check(
    'every small document is ready within 10 s',
    slow.map((ms) => `${Math.round(ms)} ms`),
  );
  const [first = 0, ...others] = tookMs;
  const slowest = Math.max(...others);
  return `${documents} hostile files; a small document alone ${Math.round(first)} ms, beside them at most ${Math.round(slowest)} ms`;
}

const { values } = parseArgs({ options: { documents: { type: 'string', default: '500' } } });
const documents = Number(values.documents);
if (!(Number.isInteger(documents) && documents > 0)) {
  throw new RangeError('npm run e2e -- fairness [--documents N]');
}
const report = new Report();
let outcome = 'nothing was sent';
await report.try('the run came to its end', async () => {
  outcome = await runFairness(documents, report);
});
console.log(
  `fairness: ${outcome}; ${report.count('passed')} passed, ${report.count('failed')} failed`,
);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
