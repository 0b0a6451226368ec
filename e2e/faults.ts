import { checkIndexLoss } from './faults/check-index-loss.ts';
import { checkDatabaseOutage, checkKnowledgeOutage } from './faults/check-outages.ts';
import { checkStores } from './faults/check-stores.ts';
import { chunking } from './faults/expected-ids.ts';
import { ingestWhileKilling } from './faults/ingest-while-killing.ts';
import { planKills } from './faults/kill-plan.ts';
import { type FaultOptions, readOptions } from './faults/options.ts';
import { createRandom } from './faults/random.ts';
import { createSampleDocuments } from './faults/sample-documents.ts';
import { openSuiteStores } from './faults/servers/own-servers.ts';
import { Stores } from './faults/stores.ts';
import { Tally } from './faults/tally.ts';
import { Api } from './suite/api.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

/** Warnings of services are expected while their stores are down. */
const logLinePattern = /^\w+: (warning|error): /;

/**
 * `npm run e2e -- faults`: kills every process of a suite, and the servers of its stores, while it ingests
 * documents, then looks whether anything was lost, doubled or left behind; then takes PostgreSQL,
 * the knowledge service and the index's data away. Gives a line of its counts.
 */
async function runFaults(
  { seed, documents, stores: kind }: FaultOptions,
  report: Report,
  signal: AbortSignal,
): Promise<string> {
  const random = createRandom(seed);
  const sample = await createSampleDocuments(documents, random);
  await using suiteStores = await openSuiteStores(kind, (line) => report.print(line));
  const { settings, servers, description } = suiteStores;
  await using suite = await startTemporarySuite({
    settings,
    report: (line) => {
      if (!logLinePattern.test(line)) report.print(line);
    },
    signal,
  });
  await using stores = new Stores(suite, { ...process.env, ...settings });
  const api = new Api(suite.url, suite.credentials.api_key);
  const created = await api.call('createCollection', {
    body: { name: 'Faults', settings: { chunking } },
  });
  report.print(`${documents} documents, ${sample.files.length} of them real files; seed ${seed}`);

  const ingestion = { suite, api, stores, servers, collectionId: created.id, report, signal };
  const kills = planKills(random, documents, servers);
  const sent = await ingestWhileKilling(ingestion, sample, kills);
  signal.throwIfAborted();
  const tally = new Tally(report);
  await checkStores(ingestion, { sent, expected: documents }, tally);
  await checkDatabaseOutage(suite, api, report);
  await checkKnowledgeOutage(suite, api, report);
  await checkIndexLoss(ingestion, tally);
  const counts = `${documents} documents, ${kills.length} kills, ${tally.describe()}`;
  return `stores ${description}, ${counts}`;
}

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => stopped.abort());
process.on('disconnect', () => stopped.abort());

const options = readOptions(process.argv.slice(2));
const report = new Report();
let counts = `stores ${options.stores}, ${options.documents} documents`;
await report.try('the run came to its end', async () => {
  counts = await runFaults(options, report, stopped.signal);
});
console.log(
  `faults: seed ${options.seed}, ${counts}; ` +
    `${report.count('passed')} passed, ${report.count('failed')} failed`,
);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
