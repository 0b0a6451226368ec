import { join } from 'node:path';
import type { BaselineIndexTask } from '../baseline/baseline-index.ts';
import { BaselineProcess } from '../baseline/baseline-process.ts';
import { shuffle } from '../data/random.ts';
import { readMixedTexts } from '../data/real-texts.ts';
import { sampleDocuments } from '../data/sample-documents.ts';
import type { LoopOptions } from '../measure/closed-loop.ts';
import { measureLoop } from '../measure/measure-loop.ts';
import { type ProcessIds, readUsage } from '../measure/process-usage.ts';
import { type LoopSummary, round, spreadCpu } from '../measure/summarise.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite, LocalSuite } from '../suite/bench-suite.ts';
import { folderMb } from '../suite/folder-size.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';
import { readRagHealth, waitUntilIndexed } from '../suite/rag-health.ts';

const seed = 20_000;
const defaultConcurrency = 20;
const defaultCount = 2_000;
/** For a part. */
const loadMaxMs = 3_600_000;
const minChunksAPart = 20_000;
const maxParts = 10;
const resultLimit = 10;
/** Hits of each of the two searches. */
const candidateCount = 100;
const paragraphsPerDocument = 20;
const firstDocuments = 100;

/** Searches through the gateway, then the two searches alone on the same index. */
export async function measureSearch(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const { texts, queries: ordered } = await readMixedTexts(options.data);
  const queries = shuffle(ordered, seed);
  const loaded = await loadSample(suite, texts, options.chunks);
  const loop: LoopOptions = {
    concurrency: options.concurrency ?? defaultConcurrency,
    count: options.count ?? defaultCount,
    maxMs: options.seconds * 1000,
  };
  using caller = new JsonCaller(suite.url, suite.apiKey, loop.concurrency);
  const search = async (number: number) => {
    const query = queries[number % queries.length]?.slice(0, 2_000);
    await caller.post({ path: '/api/search', body: { query, limit: resultLimit } });
  };
  if (suite.local) {
    const ms = await waitUntilIndexed(suite.local, loadMaxMs);
    report('search.settling', { seconds: round(ms / 1000) });
  }
  const through = await measureLoop(search, loop, () => suite.processes());
  const { chunks, documents } = loaded;
  const store = suite.local?.weaviate ? 'weaviate' : 'lancedb';
  report('search', {
    ...(suite.local && { store }),
    chunks,
    documents,
    concurrency: loop.concurrency,
    ...through,
  });
  if (suite.local) {
    await compareWithBareIndex(suite, suite.local, { queries, loop, through, chunks });
  }
}

/**
 * Loads a first part to learn how many chunks a document has, then what is missing, in parts where
 * it is much: what each part took is told, so that it shows whether a chunk costs more the more
 * there are.
 */
async function loadSample(
  suite: BenchSuite,
  texts: readonly string[],
  wanted: number,
): Promise<{ readonly documents: number; readonly chunks: number }> {
  const load = async (name: string, documents: number, partSeed: number) => {
    const options = { documents, paragraphs: paragraphsPerDocument, seed: partSeed };
    const before = readUsage(suite.processes());
    const part = await loadCollection(suite, name, {
      documents: sampleDocuments(texts, options),
      maxMs: loadMaxMs,
    });
    const after = readUsage(suite.processes());
    const cpu = before && after && spreadCpu(before, after, part.chunks);
    return { ...part, cpu, usage: after };
  };
  const first = await load('Bench search, first part', firstDocuments, seed);
  let { documents, chunks } = first;
  const missing = Math.ceil(((wanted - chunks) * documents) / chunks);
  const parts = Math.min(maxParts, Math.ceil((wanted - chunks) / minChunksAPart));
  for (let number = 1; number <= parts; number += 1) {
    const name = parts === 1 ? 'Bench search' : `Bench search, part ${number} of ${parts}`;
    const part = await load(name, Math.ceil(missing / parts), seed + number);
    documents += part.documents;
    chunks += part.chunks;
    report('search.loading', {
      chunks,
      seconds: round(part.elapsedMs / 1000),
      wall_ms_a_chunk: round(part.elapsedMs / part.chunks),
      cpu_ms_a_chunk: part.cpu?.total,
      cpu_ms_by_process: part.cpu?.byProcess,
      pss_mb: part.usage?.pssMb,
      ...(suite.local && { disk_mb: await folderMb(suite.local.home) }),
    });
  }
  return { documents, chunks };
}

interface MeasuredSearch {
  readonly queries: readonly string[];
  readonly loop: LoopOptions;
  readonly through: LoopSummary;
  /** In the index. */
  readonly chunks: number;
}

async function compareWithBareIndex(
  suite: BenchSuite,
  local: LocalSuite,
  { queries, loop, through, chunks }: MeasuredSearch,
): Promise<void> {
  const { index } = await readRagHealth(local);
  const task = {
    store: local.weaviate
      ? { server: local.weaviate, indexVersion: index.name }
      : { directory: join(local.home, 'index'), indexVersion: index.name },
    organisationId: suite.organisationId,
    queries: queries.slice(0, loop.count),
    candidateCount,
    loops: [loop],
    servers: pickWeaviate(suite.processes()),
  } satisfies BaselineIndexTask;
  await using bare = new BaselineProcess<LoopSummary[]>('baseline-index.ts', task);
  const [alone] = await bare.receive();
  if (!alone) return;
  report('search.bare_index', { chunks, concurrency: loop.concurrency, ...alone });
  if (through.cpu_ms_per_operation === null || alone.cpu_ms_per_operation === null) return;
  report('search.added', {
    cpu_ms_per_query: round(through.cpu_ms_per_operation - alone.cpu_ms_per_operation),
  });
}

function pickWeaviate({ weaviate }: ProcessIds): ProcessIds {
  return weaviate === undefined ? {} : { weaviate };
}
