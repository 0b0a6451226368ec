// Starts a suite with documents, then again with another embedding model that is slow, away, or away
// at first; tells how long each start takes, what searches answer, and what is ready in the end. Last
// come new homes with such models from the first start on. `--fresh` measures these alone;
// `--server http://…/v1 --model NAME --dimensions N` a new home with a model that runs already.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type SearchResponse, searchResponseSchema } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import { findFreePorts, portCount, removeHome, type Suite, startSuite } from '@lectern/local';
import { report } from '../report.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';
import { startEmbedderSite } from './embedder-site.ts';

const documents = 40;
const freshDocuments = 20;
const maxMs = 300_000;
/** Time for which searches are observed without a change of model. */
const noModelMs = 20_000;

interface Model {
  readonly name: string;
  readonly msPerText: number;
  /** After its site has started; `maxMs`: for good. */
  readonly awayMs: number;
}
const models: readonly Model[] = [
  { name: '1 s a text', msPerText: 1_000, awayMs: 0 },
  { name: 'none', msPerText: 0, awayMs: maxMs },
  { name: 'comes back after 20 s', msPerText: 10, awayMs: 20_000 },
];
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
  await loadCollection(await organisation(first.suite), 'Notes', {
    documents: notes(0, documents),
    maxMs,
  });
  report('built-in model', { ready_seconds: first.readySeconds, documents_ready: documents });
  await first.suite.stop();
  for (const { name, msPerText, awayMs } of models) {
    await using site = await startEmbedderSite(msPerText);
    site.open(awayMs === 0);
    const env = { ...site.settings, EMBEDDING_MODEL: `trial-${msPerText}` };
    const { suite, readySeconds } = await start(home, env);
    const added = await loadCollection(await organisation(suite), `Added with ${name}`, {
      documents: notes(1_000, 5),
      maxMs,
    });
    const ready = await countReady(suite);
    if (awayMs > 0 && awayMs < maxMs) setTimeout(() => site.open(true), awayMs).unref();
    const watched = await watch(suite, awayMs === maxMs ? noModelMs : maxMs);
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

async function openSite({ msPerText, awayMs }: Model) {
  const site = await startEmbedderSite(msPerText);
  site.open(awayMs === 0);
  return site;
}

/** A model that somebody else started: it is neither shut nor ended. */
async function useServer(server: string, model: string, dimensions: string) {
  return {
    settings: {
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_BASE_URL: server,
      EMBEDDING_MODEL: model,
      EMBEDDING_DIMENSIONS: dimensions,
    },
    open: () => {},
    async [Symbol.asyncDispose]() {},
  };
}

/** The first documents of a home come while its model is slow, away, or away at first. */
async function startAnew(home: string, model: Model, open = openSite): Promise<void> {
  await using site = await open(model);
  const { suite, readySeconds } = await start(home, site.settings);
  const bench = await organisation(suite);
  const loaded = await loadCollection(bench, 'Notes', {
    documents: notes(0, freshDocuments),
    maxMs,
  });
  const left = await countWithoutVectors(suite);
  const comesBack = model.awayMs > 0 && model.awayMs < maxMs;
  const untilMs = model.awayMs === maxMs ? noModelMs : model.awayMs || maxMs;
  const first = await watch(suite, untilMs);
  if (comesBack) site.open(true);
  const then = comesBack ? await watch(suite, maxMs) : undefined;
  const filledSeconds = comesBack || model.awayMs === 0 ? await waitForVectors(suite) : null;
  report(`new home, ${model.name}`, {
    ready_seconds: readySeconds,
    documents_ready_after_seconds: Number((loaded.elapsedMs / 1000).toFixed(1)),
    documents_failed: loaded.failed,
    without_vectors_at_first: left,
    searches_by_keyword: first.byKeyword + (then?.byKeyword ?? 0),
    search_by_vectors_after_seconds: (then ?? first).vectorsAfterSeconds,
    last_vectors_after_seconds: filledSeconds,
    documents_ready: await countReady(suite),
    without_vectors_at_the_end: await countWithoutVectors(suite),
  });
  await suite.stop();
}

async function countWithoutVectors({ url, credentials }: Suite): Promise<number> {
  const client = createClient({ baseUrl: url, paths: 'gateway', retries: 2, timeoutMs: 20_000 });
  const query = { limit: 500 };
  const { documents } = await client.call('listDocuments', { token: credentials.api_key, query });
  return documents.filter(({ warnings }) =>
    warnings.some(({ code }) => code === 'embedding_unavailable'),
  ).length;
}

/** From now on; null when some have none at the end of the time. */
async function waitForVectors(suite: Suite): Promise<number | null> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < maxMs) {
    if ((await countWithoutVectors(suite)) === 0) {
      return Math.round((performance.now() - startedAt) / 1000);
    }
    await delay(1_000);
  }
  return null;
}

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    server: { type: 'string' },
    model: { type: 'string', default: 'model' },
    dimensions: { type: 'string', default: '384' },
  },
});
const { server, model, dimensions } = values;
const anew = models.map((each) => (home: string) => startAnew(home, each));
const running = (home: string) =>
  startAnew(home, { name: model, msPerText: 0, awayMs: 0 }, () =>
    useServer(server ?? '', model, dimensions),
  );
const all = values.fresh ? anew : [changeModel, ...anew];
for (const measure of server === undefined ? all : [running]) {
  const home = await mkdtemp(join(tmpdir(), 'lectern-model-'));
  try {
    await measure(home);
  } finally {
    await removeHome(home);
  }
}
