import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from './faults/random.ts';
import { createSampleDocuments } from './faults/sample-documents.ts';
import { openSuiteStores } from './faults/servers/own-servers.ts';
import {
  type Comparison,
  compareConnections,
  compareHandles,
  compareIndexFiles,
  compareMemory,
  findGrowth,
  findMore,
  findMoreFiles,
  toMebibytes,
} from './soak/judge-samples.ts';
import { Load } from './soak/load/load.ts';
import { readOptions, type SoakOptions } from './soak/options.ts';
import { type Sample, Sampler } from './soak/sampler.ts';
import { Api } from './suite/api.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const quarters = [1, 2, 3, 4];
const minuteMs = 60_000;
const sampleEveryMs = 5_000;
/** Idle connections of pools and clients are closed within this time. */
const drainMs = 30_000;
/** Then everything is counted for this long. */
const quietMs = 12_000;
const quietEveryMs = 1_000;
const libraryDocuments = 60;
const inboxDocuments = 40;

interface Outcome {
  readonly turns: number;
  readonly memory: string;
}

/**
 * `npm run e2e -- soak`: a steady load of everything for a while; at the end the suite must hold no more
 * memory, handles and connections than it did when it was warm.
 */
async function runSoak(
  { minutes, seed, stores, samples: file }: SoakOptions,
  report: Report,
  signal: AbortSignal,
): Promise<Outcome> {
  const tell = (line: string) => report.print(line);
  await using suiteStores = await openSuiteStores(stores, tell);
  const { settings } = suiteStores;
  await using suite = await startTemporarySuite({ settings, report: tell, signal });
  const api = new Api(suite.url, suite.credentials.api_key);
  const random = createRandom(seed);
  const libraryId = await api.createCollection('Library');
  const library = await createSampleDocuments(libraryDocuments, random);
  const stored = await api.uploadAccepted(libraryId, [...library.files, ...library.texts]);
  for (const { id } of stored) if (id) await api.waitUntilFinal(id);
  const inbox = await createSampleDocuments(inboxDocuments, random);
  const load = new Load({
    suite,
    api,
    libraryId,
    inboxId: await api.createCollection('Inbox'),
    files: [...inbox.files, ...inbox.texts],
  });
  const idsBefore = listProcessIds(suite.processes);

  await using sampler = new Sampler(suite, file);
  const loadMs = (minutes * minuteMs) / quarters.length - drainMs - quietMs;
  for (const quarter of quarters) {
    const loaded = load.runFor(loadMs, signal);
    await sampler.runUntil(loaded, sampleEveryMs, { quarter, isQuiet: false });
    const drained = delay(drainMs, undefined, { signal });
    await sampler.runUntil(drained, sampleEveryMs, { quarter, isQuiet: false });
    const counted = delay(quietMs, undefined, { signal });
    await sampler.runUntil(counted, quietEveryMs, { quarter, isQuiet: true });
    report.print(`quarter ${quarter}: ${load.turns} turns, ${describe(sampler.samples.at(-1))}`);
  }

  report.check('everything was answered as it should be', load.problems);
  report.check('no process has ended', differ(idsBefore, listProcessIds(suite.processes)));
  const memory = compareMemory(sampler.samples);
  report.print(`memory in MiB: ${list(memory, toMebibytes)}`);
  report.check('memory does not grow', findGrowth(memory));
  for (const figure of ['handles', 'sockets', 'children'] as const) {
    const compared = compareHandles(sampler.samples, figure);
    report.print(`${figure}: ${list(compared, String)}`);
    report.check(`${figure} do not become more`, findMore(compared));
  }
  const files = compareIndexFiles(sampler.samples);
  report.print(`open files of the index, at most: ${list(files, String)}`);
  report.check('open files of the index do not become more', findMoreFiles(files));
  const connections = compareConnections(sampler.samples);
  report.print(`connections: ${list(connections, String)}`);
  report.check('connections to PostgreSQL do not become more', findMore(connections));
  const all = memory.filter(({ name }) => name === 'all');
  return { turns: load.turns, memory: list(all, toMebibytes) };
}

function listProcessIds(processes: Readonly<Record<string, { pid: number | undefined }>>) {
  return Object.entries(processes).map(([name, { pid }]) => `${name} ${pid}`);
}

function differ(before: readonly string[], after: readonly string[]): string[] {
  return before.filter((item) => !after.includes(item)).map((item) => `${item} is gone`);
}

function describe(sample: Sample | undefined): string {
  const figures = [...(sample?.processes ?? [])].map(
    ([name, { memory, handles }]) => `${name} ${toMebibytes(memory)} MiB ${handles} handles`,
  );
  return figures.join(', ');
}

function list(comparisons: readonly Comparison[], write: (figure: number) => string): string {
  return comparisons
    .map(({ name, before, after }) => `${name} ${write(before)} → ${write(after)}`)
    .join(', ');
}

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => stopped.abort());
process.on('disconnect', () => stopped.abort());

const options = readOptions(process.argv.slice(2));
const report = new Report();
let outcome: Outcome = { turns: 0, memory: 'unknown' };
await report.try('the run came to its end', async () => {
  outcome = await runSoak(options, report, stopped.signal);
});
console.log(
  `soak: ${options.minutes} minutes, stores ${options.stores}, ${outcome.turns} turns, memory in MiB ${outcome.memory}; ` +
    `${report.count('passed')} passed, ${report.count('failed')} failed`,
);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
