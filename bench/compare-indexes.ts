import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BeirSet, mean, ndcg, readBeir } from '@lectern/cli';
import {
  type Analyzer,
  createAnalyzer,
  type Embedder,
  fuse,
  type HybridIndex,
  type IndexedChunk,
  openLanceIndex,
  openStaticEmbedder,
  openWeaviateIndex,
} from '@lectern/retrieval';
import { defaultChunkingSettings } from '../services/rag/src/chunking/chunk.ts';
import { quantile } from './measure/summarise.ts';
import { createSetChunks } from './retrieval/set-chunks.ts';

/**
 * Puts the same chunks into LanceDB and Weaviate and prints how alike they answer (overlap and
 * nDCG of the first ten), then how fast they are with many chunks:
 * `WEAVIATE_URL=… WEAVIATE_GRPC_URL=… node bench/compare-indexes.ts [chunks]`.
 */
const SETS = ['cranfield', 'med', 'cisi', 'xquad/en', 'xquad/ru', 'xquad/zh'];
/** As many as a search recalls. */
const RECALLED = 100;
const ORGANISATION = 'everything';
const CHUNKS = Number(process.argv[2] ?? 20_000);
const TIMED_QUERIES = 300;
const CHUNKS_A_WRITE = 200;

interface Contestant {
  readonly name: string;
  readonly index: HybridIndex;
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
const { WEAVIATE_URL, WEAVIATE_GRPC_URL, WEAVIATE_API_KEY } = process.env;
if (!existsSync(data)) console.log(`skipped: ${data} is not there; set LECTERN_DATA`);
else if (!WEAVIATE_URL || !WEAVIATE_GRPC_URL) {
  console.log('skipped: WEAVIATE_URL and WEAVIATE_GRPC_URL are not set');
} else {
  await compare({ url: WEAVIATE_URL, grpcUrl: WEAVIATE_GRPC_URL, apiKey: WEAVIATE_API_KEY });
}

async function compare(server: Parameters<typeof openWeaviateIndex>[0]['server']): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-compare-'));
  const embedder = await openStaticEmbedder();
  const tools = { analyzer: createAnalyzer(), embedder };
  const common = {
    generation: `compare:${randomUUID()}`,
    dimensions: embedder.dimensions,
    mode: 'write' as const,
  };
  const contestants = [
    { name: 'LanceDB', index: await openLanceIndex({ ...common, directory }) },
    { name: 'Weaviate', index: await openWeaviateIndex({ ...common, server }) },
  ];
  try {
    const chunks: IndexedChunk[] = [];
    const queries: Query[] = [];
    console.log('| set | overlap@10 | nDCG@10 LanceDB | nDCG@10 Weaviate |\n|---|---|---|---|');
    for (const name of SETS) {
      const set = await readBeir(path.join(data, name));
      const options = { ...tools, maxTokens: defaultChunkingSettings.max_tokens };
      const setChunks = await createSetChunks(name, set, options);
      await compareQuality(name, set, setChunks, contestants, tools);
      chunks.push(...setChunks.map((chunk) => ({ ...chunk, id: `${name}:${chunk.id}` })));
      queries.push(...set.queries);
    }
    console.log(`\n| ${CHUNKS} chunks | chunks/s | p50 ms | p95 ms | p95 ms, 8 at once |`);
    console.log('|---|---|---|---|---|');
    for (const contestant of contestants) {
      await compareSpeed(contestant, repeatTo(chunks, CHUNKS), queries, tools);
    }
  } finally {
    for (const { index } of contestants) {
      for (const name of [...SETS, ORGANISATION]) await index.deleteOrganisation(name);
      await index.close();
    }
    await embedder.close();
    await rm(directory, { recursive: true });
  }
}

async function compareQuality(
  name: string,
  set: BeirSet,
  chunks: readonly IndexedChunk[],
  contestants: readonly Contestant[],
  tools: Tools,
): Promise<void> {
  const rankings: string[][][] = [];
  for (const { index } of contestants) {
    await index.addChunks(name, chunks);
    await index.optimize();
    const ranked: string[][] = [];
    for (const { text } of set.queries) ranked.push(await search(index, name, text, tools));
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
  { name, index }: Contestant,
  chunks: readonly IndexedChunk[],
  queries: readonly Query[],
  tools: Tools,
): Promise<void> {
  const writtenFrom = performance.now();
  for (let from = 0; from < chunks.length; from += CHUNKS_A_WRITE) {
    await index.addChunks(ORGANISATION, chunks.slice(from, from + CHUNKS_A_WRITE));
  }
  await index.optimize();
  const seconds = (performance.now() - writtenFrom) / 1000;
  const timed = Array.from(
    { length: TIMED_QUERIES },
    (_, at) => queries[(at * 7) % queries.length]?.text ?? '',
  );
  const time = async (text: string) => {
    const startedAt = performance.now();
    await search(index, ORGANISATION, text, tools);
    return performance.now() - startedAt;
  };
  for (const text of timed.slice(0, 20)) await time(text);
  const single: number[] = [];
  for (const text of timed) single.push(await time(text));
  const together: number[] = [];
  for (let from = 0; from < timed.length; from += 8) {
    together.push(...(await Promise.all(timed.slice(from, from + 8).map(time))));
  }
  console.log(
    `| ${name} | ${Math.round(chunks.length / seconds)} | ${timeAt(single, 0.5)} | ${timeAt(single, 0.95)} | ${timeAt(together, 0.95)} |`,
  );
}

/** Documents in the order of a hybrid search with the default fusion. */
async function search(
  index: HybridIndex,
  organisation: string,
  text: string,
  { analyzer, embedder }: Tools,
): Promise<string[]> {
  const vector = await embedder.embedQuery(text);
  const options = { limit: RECALLED };
  const [dense, keyword] = await Promise.all([
    index.recallDense(organisation, vector, options),
    index.recallKeyword(organisation, analyzer.analyzeQuery(text), options),
  ]);
  const fused = fuse({ dense, keyword }, { method: 'relative', denseWeight: embedder.denseWeight });
  return [...new Set(fused.map(({ documentId }) => documentId))];
}

/** Share of the shorter list's first entries that both lists have. */
function overlap(one: readonly string[], other: readonly string[], depth: number): number {
  const first = new Set(one.slice(0, depth));
  const second = other.slice(0, depth);
  const most = Math.min(depth, Math.max(first.size, second.length));
  return most === 0 ? 1 : second.filter((id) => first.has(id)).length / most;
}

/** The chunks again and again under other ids, until there are enough. */
function repeatTo(chunks: readonly IndexedChunk[], count: number): IndexedChunk[] {
  return Array.from({ length: count }, (_, at) => {
    const chunk = chunks[at % chunks.length] as IndexedChunk;
    return { ...chunk, id: `${Math.floor(at / chunks.length)}:${chunk.id}` };
  });
}

function timeAt(milliseconds: readonly number[], share: number): string {
  return quantile(
    milliseconds.toSorted((a, b) => a - b),
    share,
  ).toFixed(1);
}
