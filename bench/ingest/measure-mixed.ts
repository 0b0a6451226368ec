import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@lectern/contracts/client';
import { readManifest, sendDocuments, waitForDocuments } from '../answers/upload-documents.ts';
import { readSet } from '../data/real-texts.ts';
import { type ProcessUsage, readOwnCpuMs, readUsage } from '../measure/process-usage.ts';
import { quantile, round } from '../measure/summarise.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { readIngestStages } from '../suite/ingest-stages.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';

const defaultDocuments = 1_000;
const defaultSearchesAtOnce = 2;
const ingestMaxMs = 1_800_000;
const warmUpMs = 10_000;
const aloneMs = 20_000;
const progressMs = 15_000;
/** Pause between two searches of one who reads what was found. */
const pauseMs = 100;

/**
 * Ingests files of all formats, each collection all of the manifest's, and searches at the same
 * time: documents and megabytes a minute, CPU by stage, and what searches take alone and meanwhile.
 */
export async function measureMixed(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const files = await readManifest(options.data);
  const { documents, queries } = await readSet(options.data, 'cranfield');
  await loadCollection(suite, 'Bench searched', {
    documents: documents.map(({ id, title, text }) => ({ external_id: id, title, text })),
    maxMs: ingestMaxMs,
  });
  const concurrency = options.concurrency ?? defaultSearchesAtOnce;
  using caller = new JsonCaller(suite.url, suite.apiKey, concurrency);
  const ask = async (number: number) => {
    const query = queries[number % queries.length]?.text;
    await caller.post({ path: '/api/search', body: { query, limit: 10 } });
  };
  const search = (isOver: () => boolean) => searchUntil(ask, concurrency, isOver);

  const searchFor = (ms: number) => {
    const began = performance.now();
    return search(() => performance.now() - began > ms);
  };
  // While code is being compiled and the index optimises what was just written.
  await searchFor(warmUpMs);
  const alone = await searchFor(aloneMs);
  report('mixed.search_alone', alone);

  const before = await readState(suite);
  const started = performance.now();
  const count = options.count ?? defaultDocuments;
  let isOver = false;
  const [meanwhile, ids] = await Promise.all([
    search(() => isOver),
    ingest(suite, { files, count }).finally(() => {
      isOver = true;
    }),
  ]);
  const minutes = (performance.now() - started) / 60_000;
  const after = await readState(suite);
  const bytes = repeat(files, count).reduce((sum, { content }) => sum + content.byteLength, 0);
  report('mixed', {
    documents: count,
    ...(await countOutcomes(suite, ids)),
    minutes: round(minutes),
    documents_per_minute: round(count / minutes),
    megabytes_per_minute: round(bytes / 1e6 / minutes),
  });
  report('mixed.search_meanwhile', {
    ...meanwhile,
    p95_to_alone: round(meanwhile.p95_ms / alone.p95_ms),
  });
  if (before && after) report('mixed.cpu_seconds', describeCpu(before, after));
}

/** Each searches, reads what was found and searches again. */
async function searchUntil(
  ask: (number: number) => Promise<void>,
  people: number,
  isOver: () => boolean,
) {
  const latenciesMs: number[] = [];
  let errors = 0;
  let number = 0;
  const workOfOne = async () => {
    while (!isOver()) {
      const began = performance.now();
      await ask(number++).then(
        () => latenciesMs.push(performance.now() - began),
        () => (errors += 1),
      );
      await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: people }, workOfOne));
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return {
    searches: sorted.length,
    errors,
    p50_ms: round(quantile(sorted, 0.5)),
    p95_ms: round(quantile(sorted, 0.95)),
  };
}

interface MixedDocuments {
  readonly files: Awaited<ReturnType<typeof readManifest>>;
  readonly count: number;
}

async function ingest(suite: BenchSuite, { files, count }: MixedDocuments): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += files.length) {
    const name = `Bench mixed ${ids.length + 1}`;
    ids.push(await sendDocuments(suite, files.slice(0, count - from), name));
  }
  console.error(`${count} files are sent.`);
  using _ = showProgress(suite, ids);
  for (const id of ids) await waitForDocuments(suite, id, ingestMaxMs);
  return ids;
}

function repeat(files: MixedDocuments['files'], count: number): MixedDocuments['files'] {
  return Array.from({ length: count }, (_, at) => files[at % files.length]).filter(
    (file) => file !== undefined,
  );
}

function showProgress(suite: BenchSuite, ids: readonly string[]): Disposable {
  const timer = setInterval(() => {
    void countOutcomes(suite, ids).then(
      ({ ready, failed }) => console.error(`${ready} documents are ready, ${failed} have failed.`),
      () => undefined,
    );
  }, progressMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function countOutcomes(suite: BenchSuite, ids: readonly string[]) {
  const client = createClient({
    baseUrl: suite.url,
    paths: 'gateway',
    retries: 3,
    timeoutMs: 60_000,
  });
  let [ready, failed, chunks] = [0, 0, 0];
  for (const id of ids) {
    const query = { collection_id: id, limit: 500 };
    const { documents } = await client.call('listDocuments', { token: suite.apiKey, query });
    for (const { status, chunk_count } of documents) {
      if (status === 'ready') ready += 1;
      if (status === 'failed') failed += 1;
      chunks += chunk_count;
    }
  }
  return { ready, failed, chunks };
}

interface SuiteState {
  readonly usage: ProcessUsage;
  /** CPU time of the worker without its parsers. */
  readonly workerCpuMs: number;
  readonly stages: ReadonlyMap<string, number>;
}

/** Undefined for a suite whose processes are not known. */
async function readState(suite: BenchSuite): Promise<SuiteState | undefined> {
  const { worker } = suite.processes();
  const usage = readUsage(suite.processes());
  if (!suite.local || !usage || worker === undefined) return undefined;
  return {
    usage,
    workerCpuMs: readOwnCpuMs(worker),
    stages: await readIngestStages(suite.local),
  };
}

function describeCpu(before: SuiteState, after: SuiteState) {
  const seconds = (ms: number) => round(ms / 1000);
  const { worker = 0, ...others } = after.usage.cpuMsByName;
  const own = after.workerCpuMs - before.workerCpuMs;
  const withParsers = worker - (before.usage.cpuMsByName.worker ?? 0);
  return {
    parsing: seconds(withParsers - own),
    chunking_embedding_and_index: seconds(own),
    ...Object.fromEntries(
      Object.entries(others).map(([name, ms]) => [
        name,
        seconds(ms - (before.usage.cpuMsByName[name] ?? 0)),
      ]),
    ),
    wall_seconds_by_stage: Object.fromEntries(
      [...after.stages].map(([stage, ms]) => [
        stage,
        seconds(ms - (before.stages.get(stage) ?? 0)),
      ]),
    ),
    rss_mb: after.usage.rssMb,
    pss_mb: after.usage.pssMb,
  };
}
