import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mean, ndcg } from '@lectern/evaluation';
import {
  type Analyzer,
  createAnalyzer,
  createWeaviateIndexVersions,
  type Embedder,
  fuse,
  type HybridIndex,
  type IndexedChunk,
  openLanceIndex,
  openStaticEmbedder,
  openWeaviateIndex,
  type WeaviateServer,
} from '@lectern/retrieval';
import { defaultChunkingSettings } from '../services/rag/src/chunking/chunk.ts';
import type { BaselineIndexTask } from './baseline/baseline-index.ts';
import { BaselineProcess } from './baseline/baseline-process.ts';
import { type BeirSet, readBeir } from './data/beir.ts';
import { runClosedLoop } from './measure/closed-loop.ts';
import type { ProcessIds } from './measure/process-usage.ts';
import type { LoopSummary } from './measure/summarise.ts';
import { createSetChunks } from './retrieval/set-chunks.ts';
import { findStoreProcesses, readWeaviate } from './suite/outside-stores.ts';

/**
 * Puts the same chunks into LanceDB and Weaviate and prints how alike they answer (overlap and
 * nDCG of the first ten), then how fast they are with many chunks and what CPU and memory that
 * takes, the server's included: `WEAVIATE_URL=… WEAVIATE_GRPC_URL=… node bench/compare-indexes.ts
 * [chunks]`.
 */
const sets = ['cranfield', 'med', 'cisi', 'xquad/en', 'xquad/ru', 'xquad/zh'];
const candidateCount = 100;
const organisation = 'everything';
const chunkCount = Number(process.argv[2] ?? 20_000);
const timedQueries = 300;
const chunksAWrite = 200;
const writesAtOnce = 4;
const loops = [1, 20].map((concurrency) => ({
  concurrency,
  count: timedQueries * (concurrency === 1 ? 1 : 4),
  maxMs: 120_000,
}));

interface Contestant {
  readonly name: string;
  readonly index: HybridIndex;
  readonly store: BaselineIndexTask['store'];
  readonly servers: ProcessIds;
}

interface Tools {
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
}

interface Query {
  readonly id: string;
  readonly text: string;
}

const data = path.resolve(process.env.LECTERN_DATA ?? '../shared/data', 'retrieval');
const server = readWeaviate(process.env);
if (!existsSync(data)) console.log(`skipped: ${data} is not there; set LECTERN_DATA`);
else if (!server) console.log('skipped: WEAVIATE_URL and WEAVIATE_GRPC_URL are not set');
else await compare(server);

async function compare(server: WeaviateServer): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-compare-'));
  const embedder = await openStaticEmbedder();
  const tools = { analyzer: createAnalyzer(), embedder };
  const indexVersion = `compare${randomBytes(8).toString('hex')}`;
  const common = { indexVersion, dimensions: embedder.dimensions, mode: 'write' as const };
  const contestants: Contestant[] = [
    {
      name: 'LanceDB',
      index: await openLanceIndex({ ...common, directory }),
      store: { directory, indexVersion },
      servers: {},
    },
    {
      name: 'Weaviate',
      index: await openWeaviateIndex({ ...common, server }),
      store: { server, indexVersion },
      servers: findStoreProcesses({ WEAVIATE_URL: server.url }),
    },
  ];
  try {
    const chunks: IndexedChunk[] = [];
    const queries: Query[] = [];
    console.log('| set | overlap@10 | nDCG@10 LanceDB | nDCG@10 Weaviate |\n|---|---|---|---|');
    for (const name of sets) {
      const set = await readBeir(path.join(data, name));
      const options = { ...tools, maxTokens: defaultChunkingSettings.max_tokens };
      const { chunks: setChunks } = await createSetChunks(name, set, options);
      await compareQuality({ name, set, chunks: setChunks }, contestants, tools);
      chunks.push(...setChunks.map((chunk) => ({ ...chunk, id: `${name}:${chunk.id}` })));
      queries.push(...set.queries);
    }
    console.log(
      `\n| ${chunkCount} chunks | chunks/s | p50 ms | p95 ms | p50 ms, 20 at once | p95 ms, 20 at once | CPU ms a search | RSS MB | PSS MB |`,
    );
    console.log('|---|---|---|---|---|---|---|---|---|');
    for (const contestant of contestants) {
      await compareSpeed(contestant, repeatTo(chunks, chunkCount), queries);
    }
  } finally {
    for (const { index } of contestants) await index.close();
    await createWeaviateIndexVersions({ server }).drop(indexVersion);
    await embedder.close();
    await rm(directory, { recursive: true });
  }
}

interface ChunkedSet {
  readonly name: string;
  readonly set: BeirSet;
  readonly chunks: readonly IndexedChunk[];
}

async function compareQuality(
  { name, set, chunks }: ChunkedSet,
  contestants: readonly Contestant[],
  tools: Tools,
): Promise<void> {
  const rankings: string[][][] = [];
  for (const { index } of contestants) {
    await index.addChunks(name, chunks);
    await index.optimize();
    const ranked: string[][] = [];
    for (const { text } of set.queries) ranked.push(await search({ index, ...tools }, name, text));
    rankings.push(ranked);
  }
  const [lance = [], weaviate = []] = rankings;
  const overlaps = lance.map((ranked, at) => overlap(ranked, weaviate[at] ?? [], 10));
  const [gainLance, gainWeaviate] = rankings.map((ranked) =>
    mean(set.queries.map(({ judgements }, at) => ndcg(ranked[at] ?? [], judgements, 10))),
  );
  console.log(
    `| ${name} | ${mean(overlaps).toFixed(3)} | ${gainLance?.toFixed(4)} | ${gainWeaviate?.toFixed(4)} |`,
  );
}

async function compareSpeed(
  { name, index, store, servers }: Contestant,
  chunks: readonly IndexedChunk[],
  queries: readonly Query[],
): Promise<void> {
  const chunksPerSecond = await fill(index, chunks);
  const texts = Array.from(
    { length: timedQueries },
    (_, at) => queries[(at * 7) % queries.length]?.text ?? '',
  );
  const task = {
    store,
    servers,
    organisationId: organisation,
    queries: texts,
    candidateCount,
    loops: loops,
  } satisfies BaselineIndexTask;
  await using bare = new BaselineProcess<LoopSummary[]>('baseline-index.ts', task);
  const [alone, together] = await bare.receive();
  const cells = [
    name,
    Math.round(chunksPerSecond),
    alone?.p50_ms,
    alone?.p95_ms,
    together?.p50_ms,
    together?.p95_ms,
    together?.cpu_ms_per_operation,
    together?.rss_mb,
    together?.pss_mb,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Writes as many workers do; gives chunks a second. */
async function fill(index: HybridIndex, chunks: readonly IndexedChunk[]): Promise<number> {
  const startedAt = performance.now();
  const write = async (number: number) => {
    const from = number * chunksAWrite;
    await index.addChunks(organisation, chunks.slice(from, from + chunksAWrite));
  };
  const count = Math.ceil(chunks.length / chunksAWrite);
  const outcome = await runClosedLoop(write, {
    concurrency: writesAtOnce,
    count,
    maxMs: 3_600_000,
  });
  if (outcome.errors > 0) throw new Error(outcome.firstError);
  await index.optimize();
  return chunks.length / ((performance.now() - startedAt) / 1000);
}

/** Documents in the order of a hybrid search with the default fusion. */
async function search(
  { index, analyzer, embedder }: Tools & { readonly index: HybridIndex },
  organisation: string,
  text: string,
): Promise<string[]> {
  const vector = await embedder.embedQuery(text);
  const options = { limit: candidateCount };
  const [dense, keyword] = await Promise.all([
    index.searchDense(organisation, vector, options),
    index.searchKeyword(organisation, analyzer.indexQuery(text), options),
  ]);
  const fused = fuse({ dense, keyword }, { method: 'relative', denseWeight: embedder.denseWeight });
  return [...new Set(fused.map(({ documentId }) => documentId))];
}

/** Share of the shorter list's first entries that both lists have. */
function overlap(one: readonly string[], other: readonly string[], depth: number): number {
  const first = new Set(one.slice(0, depth));
  const second = other.slice(0, depth);
  const maxShared = Math.min(depth, Math.max(first.size, second.length));
  return maxShared === 0 ? 1 : second.filter((id) => first.has(id)).length / maxShared;
}

/** The chunks again and again under other ids, until there are enough. */
function repeatTo(chunks: readonly IndexedChunk[], count: number): IndexedChunk[] {
  return Array.from({ length: count }, (_, at) => {
    const chunk = chunks[at % chunks.length] as IndexedChunk;
    return { ...chunk, id: `${Math.floor(at / chunks.length)}:${chunk.id}` };
  });
}
