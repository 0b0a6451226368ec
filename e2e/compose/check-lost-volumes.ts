import { eventually } from '@lectern/testing';
import { createRandom } from '../faults/random.ts';
import { createSampleDocuments } from '../faults/sample-documents.ts';
import { sendBatch } from '../faults/send-documents.ts';
import { checkSent, checkStores } from './check-content.ts';
import { SearchWatch } from './search-watch.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';

const query = 'How often must the backup battery of the weather station be replaced?';
const documentCount = 40;
const rebuildTimeoutMs = 180_000;

/** Loss of what is derived: the queue while it is full, the index, and a part of the index. */
export async function checkLostVolumes(suite: SuiteUnderTest): Promise<void> {
  await checkLostQueue(suite);
  await checkLostIndex(suite);
  await checkDamagedIndex(suite);
}

async function checkLostQueue(suite: SuiteUnderTest): Promise<void> {
  const { compose, api, scale, seed } = suite;
  const collectionId = await api.createCollection('Lost queue');
  const { texts, jsonTexts, files } = await createSampleDocuments(
    documentCount,
    createRandom(seed + 1),
  );
  using watch = new SearchWatch(api, query, suite.documentId);
  const sent = await sendBatch(api, collectionId, { files: [...files, ...texts], jsonTexts });
  await compose.loseVolume('redis');
  await compose.up(scale);
  await tellWatch(suite, 'Redis and its volume were lost while documents waited', watch);
  await checkSent(suite, collectionId, sent);
  await checkStores(suite);
}

async function checkLostIndex(suite: SuiteUnderTest): Promise<void> {
  const { compose, scale } = suite;
  using watch = new SearchWatch(suite.api, query, suite.documentId);
  const startedAt = performance.now();
  await compose.loseVolume('weaviate');
  await compose.up(scale);
  await suite.report.try('the index is built again by itself', async () => {
    await waitUntilFound(suite);
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  suite.report.print(`the index is there again ${seconds} s after its loss began`);
  await tellWatch(suite, 'Weaviate and its volume were lost', watch);
  await checkStores(suite);
}

async function checkDamagedIndex(suite: SuiteUnderTest): Promise<void> {
  const { compose, api, report } = suite;
  const removed = Number(await compose.runScript('rag-service', removeSomeScript));
  report.check(
    'chunks can be taken out of the index behind its back',
    removed > 0 ? [] : ['none was taken out'],
  );
  await report.try('lectern admin rebuild-index ends well', async () => {
    const printed = await compose.runClient(api.apiKey, 'admin', 'rebuild-index');
    report.print(printed.trim().split('\n').at(-1) ?? '');
  });
  await waitUntilFound(suite);
  await checkStores(suite);
}

/** An answer that does not hold what is there is wrong; to be asked to wait is not. */
async function tellWatch({ report }: SuiteUnderTest, what: string, watch: SearchWatch) {
  const { found, refused, refusedForMs, wrong } = await watch.stop();
  const seconds = (refusedForMs / 1000).toFixed(1);
  report.print(`${what}: ${found} searches found, ${refused} were refused within ${seconds} s`);
  report.check('no search was answered without what is there', wrong);
}

async function waitUntilFound({ api, documentId }: SuiteUnderTest): Promise<void> {
  await eventually(
    async () => {
      const { chunks } = await api.call('search', { body: { query } });
      return chunks[0]?.document_id === documentId;
    },
    { timeoutMs: rebuildTimeoutMs, intervalMs: 250 },
  );
}

/** Removes some objects by Weaviate's own API and prints how many. */
const removeSomeScript = `
import { readFileSync } from 'node:fs';
const key = readFileSync('/run/secrets/weaviate-api-key', 'utf8');
const call = async (method, path) => {
  const response = await fetch('http://weaviate:8080/v1/' + path, {
    method,
    headers: { authorization: 'Bearer ' + key },
  });
  if (!response.ok) throw new Error(path + ' answered ' + response.status);
  return response.status === 204 ? undefined : response.json();
};
let removed = 0;
for (const { class: name } of (await call('GET', 'schema')).classes) {
  for (const { name: tenant } of await call('GET', 'schema/' + name + '/tenants')) {
    const query = new URLSearchParams({ class: name, tenant, limit: '10' });
    for (const { id } of (await call('GET', 'objects?' + query)).objects) {
      await call('DELETE', 'objects/' + name + '/' + id + '?tenant=' + tenant);
      removed += 1;
    }
  }
}
console.log(removed);
`;
