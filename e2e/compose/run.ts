import { findFreePorts } from '@lectern/local';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import { Report } from '../suite/report.ts';
import { askWithCitation } from './ask-with-citation.ts';
import { checkBackup } from './check-backup.ts';
import { checkCrashes } from './check-crashes.ts';
import { checkGateways } from './check-gateways.ts';
import { checkLostVolumes } from './check-lost-volumes.ts';
import { checkParser } from './check-parser.ts';
import { checkStops } from './check-stops.ts';
import { Compose } from './compose.ts';
import { findIdleReplicas } from './find-idle-replicas.ts';
import { findOpenStores, findWeakContainers } from './find-weak-containers.ts';
import { type ComposeRunOptions, type Part, readOptions } from './options.ts';
import { setUpOwner } from './set-up-owner.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';
import { timed } from './timed.ts';

/** Its volumes are removed before and after: never the name of a real installation. */
const project = 'lectern-e2e';
const s3Settings = {
  COMPOSE_PROFILES: 's3',
  S3_ENDPOINT: 'http://s3:7070',
  S3_BUCKET: 'lectern',
};
const scale = { 'rag-worker': 4, 'rag-service': 2, 'llm-service': 2, 'mcp-service': 2 };

/**
 * The whole way in containers: from nothing to a cited answer, more of every service, a crash of
 * each while it works, loss of what is derived, stops, two gateways, a backup and its return.
 */
async function runCompose(options: ComposeRunOptions, report: Report): Promise<void> {
  const port = await findFreePorts(2);
  const settings = options.s3 ? s3Settings : {};
  const compose = new Compose({ project, port, files: options.files, settings });
  await compose.remove();
  await using stack = new AsyncDisposableStack();
  if (!options.keep) stack.defer(() => compose.remove());

  await timed(report, 'images are built', () => compose.build());
  await timed(report, 'everything is healthy', () => compose.up());
  const publicUrl = `http://localhost:${port}`;
  const owner = await setUpOwner(compose, publicUrl);
  const { api } = owner;
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
  if (options.s3) report.check('originals are in S3 alone', await findLocalBlobs(compose));
  report.check('every container is held tight', await findWeakContainers(compose));
  report.check('every store is closed to strangers', await findOpenStores(compose));

  await timed(report, `scaled to ${JSON.stringify(scale)}`, () => compose.up(scale));
  await report.try('replicas answer alike', async () => {
    for (let time = 0; time < 4; time += 1) await ask();
  });
  report.check('replicas share the work', await findIdleReplicas(compose, api, scale));

  const { seed } = options;
  const suite = { compose, scale, owner, api, report, collectionId, documentId, seed };
  const work: Record<Part, (suite: SuiteUnderTest) => Promise<void>> = {
    parser: () => checkParser(suite),
    crashes: () => checkCrashes(suite, options.documents),
    volumes: () => checkLostVolumes(suite),
    stops: () => checkStops(suite),
    gateways: async () => {
      const behindProxy = new Compose({
        project,
        port: `${port}-${port + 1}`,
        files: options.files,
        settings: { ...settings, LECTERN_PUBLIC_URL: publicUrl },
      });
      const urls = [publicUrl, `http://localhost:${port + 1}`] as const;
      await checkGateways(suite, behindProxy, { urls, publicUrl });
      await compose.up(scale);
    },
    backup: () => checkBackup(suite),
  };
  for (const part of options.parts) {
    report.print(`--- ${part}`);
    await report.try(`the part ${part} came to its end`, () => work[part](suite));
    await report.try(`the answer still cites its page (${part})`, ask);
  }
  await tellMemory(compose, report);
}

/** Lists the blobs of the folder that is used without S3. */
async function findLocalBlobs(compose: Compose): Promise<string[]> {
  const script = `
    import { readdirSync } from 'node:fs';
    const entries = readdirSync('/var/lib/lectern/blobs', { recursive: true, withFileTypes: true });
    console.log(JSON.stringify(entries.filter((entry) => entry.isFile()).map(({ name }) => name)));
  `;
  return JSON.parse(await compose.runScript('rag-service', script)) as string[];
}

async function tellMemory(compose: Compose, report: Report): Promise<void> {
  for (const [name, usage] of await compose.readMemory()) report.print(`${name}: ${usage}`);
}

const options = readOptions(process.argv.slice(2));
const report = new Report();
await report.try('the run came to its end', () => runCompose(options, report));
console.log(`compose: ${report.count('passed')} passed, ${report.count('failed')} failed`);
process.exitCode = report.hasFailures ? 1 : 0;
