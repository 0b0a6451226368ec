import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../suite/api.ts';
import { checkChunks } from './check-stores.ts';
import { expectChunks } from './find-problems.ts';
import type { Ingestion } from './ingest-while-killing.ts';
import type { Tally } from './tally.ts';

const query = 'boundary layer flow';
/** The rest of a rebuild is one of these further. */
const rebuildTimeoutMs = 240_000;
const pollMs = 100;

/**
 * The index's server loses all its data: until everything is there again a search asks to wait,
 * and never answers with less than it did before.
 */
export async function checkIndexLoss(ingestion: Ingestion, tally: Tally): Promise<void> {
  const { api, stores, servers, collectionId, report } = ingestion;
  const weaviate = servers.find(({ name }) => name === 'weaviate');
  if (weaviate === undefined) return;
  const before = await search(api);
  assert.ok(before !== undefined && before.length > 0, 'the search finds nothing');

  report.print('Weaviate loses everything');
  const lost = weaviate.loseData();
  const { waits, wrong } = await searchUntilRebuilt(api, before, lost);
  await lost;
  report.print(`${waits} searches were asked to wait`);
  report.check('without its data, search asked to wait', waits > 0 ? [] : ['it never did']);
  report.check('search never answered with less', wrong);
  const documents = await api.listDocuments(collectionId);
  await checkChunks(ingestion, expectChunks(documents, await stores.listRevisions()), tally);
}

/** Searches until the server is back and the rebuild has ended. */
async function searchUntilRebuilt(api: Api, before: readonly string[], lost: Promise<void>) {
  let isBack = false;
  void lost.then(() => {
    isBack = true;
  });
  const deadline = Date.now() + rebuildTimeoutMs;
  const wrong: string[] = [];
  let waits = 0;
  for (;;) {
    const isRebuilt = isBack && waits > 0 && !(await api.call('getRebuild')).running;
    const found = await search(api).catch((error: Error) => error);
    if (found === undefined) waits += 1;
    else if (found instanceof Error) wrong.push(found.message);
    else if (!found.every((id, place) => id === before[place]) || found.length !== before.length)
      wrong.push(`${found.length} passages, not the ${before.length} from before`);
    else if (isRebuilt) return { waits, wrong };
    if (Date.now() > deadline) throw new Error('the index was not rebuilt in time');
    await delay(pollMs);
  }
}

/** Ids of the passages found; undefined when it asks to wait or says that its time ran out. */
async function search(api: Api): Promise<readonly string[] | undefined> {
  const { status, headers, body } = await api.request('POST', '/api/search', { json: { query } });
  if (status === 503) {
    assert.ok(Number(headers.get('retry-after')) > 0, 'Retry-After is missing');
    return undefined;
  }
  if (status === 504) {
    assert.equal(body.error.code, 'search_timeout');
    return undefined;
  }
  assert.equal(status, 200, JSON.stringify(body));
  return body.chunks.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
}
