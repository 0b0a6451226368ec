// Starts a suite with documents, then again with another embedding model that is slow, away, or away
// at first; tells how long each start takes, what searches answer, and what is ready in the end. Last
// comes a new home whose model is away from the first start on. `--fresh` measures that one alone.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type SearchResponse, searchResponseSchema } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import { findFreePorts, portCount, removeHome, type Suite, startSuite } from '@lectern/standalone';
import { report } from '../report.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';
import { startEmbedderSite } from './embedder-site.ts';

const documents = 40;
const freshDocuments = 20;
const maxMs = 300_000;
const text = (at: number) =>
  `Note ${at}. The lighthouse of bay ${at} was painted in ${1900 + at}. Its keeper lived alone.`;
const notes = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    external_id: `note-${from + at}`,
    title: `Note ${from + at}`,
    text: text(from + at),
  }));

async function start(home: string, env: Readonly<Record<string, string>>) {
  const port = await findFreePorts(portCount);
  const startedAt = performance.now();
  const suite = await startSuite({ home, port, env: { ...process.env, ...env } });
  return { suite, readySeconds: Number(((performance.now() - startedAt) / 1000).toFixed(1)) };
}

async function search({ url, credentials }: Suite): Promise<SearchResponse> {
  using caller = new JsonCaller(url, credentials.api_key, 1);
  const body = { query: 'When was the lighthouse of bay 7 painted?' };
  return searchResponseSchema.parse(JSON.parse(await caller.post({ path: '/api/search', body })));
}

async function countReady({ url, credentials }: Suite): Promise<number> {
  const client = createClient({ baseUrl: url, paths: 'gateway', retries: 2, timeoutMs: 20_000 });
  const query = { status: 'ready' as const, limit: 500 };
  return (await client.call('listDocuments', { token: credentials.api_key, query })).documents
    .length;
}

/** Searches while the index is built, until one is answered by vectors too. */
async function watch(suite: Suite, untilMs: number) {
  const startedAt = performance.now();
  let byKeyword = 0;
  while (performance.now() - startedAt < untilMs) {
    const { chunks, warnings } = await search(suite);
    if (chunks[0]?.document_title !== 'Note 7') throw new Error('a search found something else');
    if (warnings.length === 0) {
      return { byKeyword, vectorsAfterSeconds: Math.round((performance.now() - startedAt) / 1000) };
    }
    byKeyword += 1;
    await delay(1_000);
  }
  return { byKeyword, vectorsAfterSeconds: null };
}

const organisation = async ({ url, credentials }: Suite) => ({
  url,
  apiKey: credentials.api_key,
  organisationId: '',
  local: undefined,
  processes: () => ({}),
  async [Symbol.asyncDispose]() {},
});

async function changeModel(home: string): Promise<void> {
  const first = await start(home, { EMBEDDING_PROVIDER: 'static' });
  await loadCollection(await organisation(first.suite), 'Notes', notes(0, documents), maxMs);
  report('built-in model', { ready_seconds: first.readySeconds, documents_ready: documents });
  await first.suite.stop();
  for (const [name, msPerText, shutMs] of [
    ['1 s a text', 1_000, 0],
    ['none', 0, maxMs],
    ['comes back after 20 s', 10, 20_000],
  ] as const) {
    await using site = await startEmbedderSite(msPerText);
    site.open(shutMs === 0);
    const env = { ...site.settings, EMBEDDING_MODEL: `trial-${msPerText}` };
    const { suite, readySeconds } = await start(home, env);
    const added = await loadCollection(
      await organisation(suite),
      `Added with ${name}`,
      notes(1_000, 5),
      maxMs,
    );
    const ready = await countReady(suite);
    if (shutMs > 0 && shutMs < maxMs) setTimeout(() => site.open(true), shutMs).unref();
    const watched = await watch(suite, shutMs === maxMs ? 20_000 : maxMs);
    report(name, {
      ready_seconds: readySeconds,
      searches_by_keyword_meanwhile: watched.byKeyword,
      vectors_after_seconds: watched.vectorsAfterSeconds,
      documents_ready: ready,
      documents_failed: added.failed,
    });
    await suite.stop();
  }
}

/** The first documents of a home come while its model is away: they fail, and are taken up again. */
async function startWithoutModel(home: string): Promise<void> {
  await using site = await startEmbedderSite(10);
  site.open(false);
  const { suite, readySeconds } = await start(home, site.settings);
  const bench = await organisation(suite);
  const loaded = await loadCollection(bench, 'Notes', notes(0, freshDocuments), maxMs);
  const meanwhile = await search(suite);
  const readyMeanwhile = await countReady(suite);
  site.open(true);
  const backAt = performance.now();
  while ((await countReady(suite)) < freshDocuments && performance.now() - backAt < maxMs) {
    await delay(1_000);
  }
  const allReadySeconds = Math.round((performance.now() - backAt) / 1000);
  const after = await watch(suite, maxMs);
  report('new home, no model at first', {
    ready_seconds: readySeconds,
    settled_after_seconds: Math.round(loaded.elapsedMs / 1000),
    failed_meanwhile: loaded.failed,
    ready_meanwhile: readyMeanwhile,
    search_warnings_meanwhile: meanwhile.warnings.map(({ code }) => code).join(' '),
    documents_ready: await countReady(suite),
    ready_after_its_return_seconds: allReadySeconds,
    searches_by_keyword_then: after.byKeyword,
  });
  await suite.stop();
}

const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
for (const measure of values.fresh ? [startWithoutModel] : [changeModel, startWithoutModel]) {
  const home = await mkdtemp(join(tmpdir(), 'lectern-model-'));
  try {
    await measure(home);
  } finally {
    await removeHome(home);
  }
}
