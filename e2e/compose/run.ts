import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '@lectern/standalone';
import { eventually } from '@lectern/testing';
import { findRepeated, findUnfinished } from '../faults/find-problems.ts';
import { createRandom } from '../faults/random.ts';
import { Report } from '../faults/report.ts';
import { createSampleDocuments } from '../faults/sample-documents.ts';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import { askWithCitation } from './ask-with-citation.ts';
import { findIndexDifferences, findWrongRows } from './check-stores.ts';
import { Compose } from './compose.ts';
import { findIdleReplicas } from './find-idle-replicas.ts';
import { ingestWhileCrashing } from './ingest-while-crashing.ts';
import { type ComposeRunOptions, readOptions } from './options.ts';
import { setUpOwner } from './set-up-owner.ts';

/** Its volumes are removed before and after: never the name of a real installation. */
const project = 'lectern-e2e';
const rebuildTimeoutMs = 120_000;
const scale = { 'rag-worker': 4, 'rag-service': 2, 'llm-service': 2, 'mcp-service': 2 };

/**
 * The whole way in containers: from nothing to a cited answer, more of every service, a crash of
 * each while it works and nothing lost, a backup and its return.
 */
async function runCompose(options: ComposeRunOptions, report: Report): Promise<void> {
  const port = await findFreePorts(1);
  const compose = new Compose({ project, port, files: options.files });
  await compose.remove();
  await using stack = new AsyncDisposableStack();
  if (!options.keep) stack.defer(() => compose.remove());

  await timed(report, 'images are built', () => compose.build());
  await timed(report, 'everything is healthy', () => compose.up());
  const url = `http://localhost:${port}`;
  const api = await setUpOwner(compose, url);
  const collectionId = await api.createCollection('Manuals');
  const documentId = await timed(report, 'the manual is ready', async () => {
    const [accepted] = await api.uploadAccepted(collectionId, [await readCommittedFile(manual)]);
    const { id, status } = await api.waitUntilFinal(accepted?.id ?? '');
    if (status !== 'ready') throw new Error(`the manual is ${status}`);
    return id;
  });
  const ask = () => askWithCitation(api, collectionId, documentId);
  await timed(report, 'the answer cites its page', ask);
  await tellMemory(compose, report);

  await timed(report, `scaled to ${JSON.stringify(scale)}`, () => compose.up(scale));
  await report.try('replicas answer alike', async () => {
    for (let time = 0; time < 4; time += 1) await ask();
  });
  report.check('replicas share the work', await findIdleReplicas(compose, api, scale));

  const sample = await createSampleDocuments(options.documents, createRandom(options.seed));
  const ingestion = { compose, api, report, collectionId: await api.createCollection('Crashes') };
  const sent = await ingestWhileCrashing(ingestion, sample);
  const documents = await api.listDocuments(ingestion.collectionId);
  report.check('every accepted document ended well', findUnfinished(sent, documents));
  report.check('no document is there twice', findRepeated(sent, documents));
  const all = [...documents, ...(await api.listDocuments(collectionId))];
  report.check('the database holds exactly the chunks', await findWrongRows(compose, all));
  report.check('the index holds exactly the chunks', await findIndexDifferences(compose));
  await report.try('the answer still cites its page', ask);
  await tellMemory(compose, report);

  await checkBackup(compose, report, async () => {
    await timed(report, 'the answer cites its page again', () =>
      eventually(() => ask().then(() => true), { timeoutMs: rebuildTimeoutMs, intervalMs: 500 }),
    );
    report.check('the database holds the same chunks', await findWrongRows(compose, all));
    report.check('the index holds the same chunks', await findIndexDifferences(compose));
  });
}

/** A backup, the loss of everything, and what must be true after the backup is back. */
async function checkBackup(
  compose: Compose,
  report: Report,
  checkRestored: () => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  try {
    await timed(report, 'backed up', () => compose.backUp(folder));
    await compose.remove();
    await timed(report, 'restored', () => compose.restore(folder));
    await checkRestored();
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function timed<Result>(report: Report, what: string, work: () => Promise<Result>) {
  const startedAt = performance.now();
  const result = await work();
  report.check(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`, []);
  return result;
}

async function tellMemory(compose: Compose, report: Report): Promise<void> {
  for (const [name, usage] of await compose.readMemory()) report.tell(`${name}: ${usage}`);
}

const options = readOptions(process.argv.slice(2));
const report = new Report();
await report.try('the run came to its end', () => runCompose(options, report));
if (process.env.LECTERN_REPORT) report.write(process.env.LECTERN_REPORT);
console.log(`compose: ${report.count('passed')} passed, ${report.count('failed')} failed`);
process.exitCode = report.hasFailures ? 1 : 0;
