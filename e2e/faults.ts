import { meSchema } from '@lectern/contracts';
import { checkDatabaseOutage, checkKnowledgeOutage } from './faults/check-outages.ts';
import {
  findDifferences,
  findRepeated,
  findUnfinished,
  findUnreadable,
  findWrongCounts,
} from './faults/find-problems.ts';
import { type Ingestion, ingestWhileKilling } from './faults/ingest-while-killing.ts';
import { planKills } from './faults/kill-plan.ts';
import { type FaultOptions, readOptions } from './faults/options.ts';
import { createRandom } from './faults/random.ts';
import { Report } from './faults/report.ts';
import { createSampleDocuments } from './faults/sample-documents.ts';
import type { SentDocument } from './faults/send-documents.ts';
import { Stores } from './faults/stores.ts';
import { Api } from './suite/api.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

/** What services complain about meanwhile is what is asked of them. */
const logLinePattern = /^\w+: (warning|error): /;

/**
 * `npm run faults`: kills every process of a suite while it ingests documents, then looks whether
 * anything was lost, doubled or left behind; then takes PostgreSQL and the knowledge service away.
 */
async function runFaults(
  { seed, documents }: FaultOptions,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const random = createRandom(seed);
  const sample = await createSampleDocuments(documents, random);
  await using suite = await startTemporarySuite({
    report: (line) => {
      if (!logLinePattern.test(line)) report.tell(line);
    },
    signal,
  });
  await using stores = new Stores(suite);
  const api = new Api(suite.url, suite.credentials.api_key);
  const collectionId = await api.createCollection('Faults');
  report.tell(`${documents} documents, ${sample.files.length} of them real files; seed ${seed}`);

  const ingestion = { suite, api, stores, collectionId, report, signal };
  const sent = await ingestWhileKilling(ingestion, sample, planKills(random));
  await checkStores(ingestion, sent, documents);
  signal.throwIfAborted();
  await checkDatabaseOutage(suite, api, report);
  await checkKnowledgeOutage(suite, api, report);
}

async function checkStores(
  { api, stores, collectionId, report }: Ingestion,
  sent: readonly SentDocument[],
  expected: number,
): Promise<void> {
  const { organisation } = meSchema.parse((await api.request('GET', '/api/me')).body);
  const documents = await api.listDocuments(collectionId);
  const chunks = await stores.listDatabaseChunks();
  const indexed = await stores.listIndexChunks(organisation.id);
  const ready = documents.filter(({ status }) => status === 'ready').length;
  report.tell(`${ready} ready, ${documents.length - ready} failed, ${chunks.length} chunks`);

  report.check('every accepted document ended well', findUnfinished(sent, documents));
  report.check('no document is there twice', [
    ...findRepeated(sent, documents),
    ...differ('documents', documents.length, expected),
    ...differ('rows of documents', await stores.countDocumentRows(), expected),
  ]);
  report.check('documents have the chunks that they name', findWrongCounts(documents, chunks));
  const strays = await stores.countStrayRevisions();
  report.check('no revision was left behind', differ('stray revisions', strays, 0));
  report.check('the index holds exactly the chunks', findDifferences(chunks, indexed));
  report.check('no request is stuck', differ('outbox', await stores.countOutbox(), 0));
  report.check('originals and texts can be read', await findUnreadable(api, documents));
}

function differ(what: string, found: number, expected: number): string[] {
  return found === expected ? [] : [`${what}: ${found}, expected ${expected}`];
}

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => stopped.abort());
process.on('disconnect', () => stopped.abort());

const options = readOptions(process.argv.slice(2));
const report = new Report();
await report.try('the run came to its end', () => runFaults(options, report, stopped.signal));
if (process.env.LECTERN_REPORT) report.write(process.env.LECTERN_REPORT);
console.log(
  `faults: seed ${options.seed}, ${report.count('passed')} passed, ${report.count('failed')} failed`,
);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
