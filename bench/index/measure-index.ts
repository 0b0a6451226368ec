import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAnalyzer,
  type Embedder,
  type HybridIndex,
  type IndexedChunk,
  type IndexFilter,
  openLanceIndex,
  openStaticEmbedder,
} from '@lectern/retrieval';
import type { BaselineIndexTask } from '../baseline/baseline-index.ts';
import { BaselineProcess } from '../baseline/baseline-process.ts';
import { shuffle } from '../data/random.ts';
import { readMixedTexts } from '../data/real-texts.ts';
import { type LoopSummary, round } from '../measure/summarise.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import { folderMb } from '../suite/folder-size.ts';
import { ExactSearch } from './exact-search.ts';
import { fillIndex } from './fill-index.ts';
import { collectionOf, collectionOfChunk, sampleChunks } from './sample-chunks.ts';

const organisationId = 'bench';
const indexVersion = 'bench';
const collections = 10_000;
/** Collections that a search may look into; all of them without a filter stand first. */
const allowed = [undefined, 10_000, 1_000, 100, 1] as const;
const candidateCount = 100;
const comparedQueries = 50;
const comparedHits = 10;
const roundingError = 1e-5;
const seed = 20_000;
const defaultCount = 400;

/**
 * The index alone, in LanceDB: fills it with chunks of real text and prints what that took, then
 * how near its hits are to an exact search, and what searches take with and without filters.
 */
export async function measureIndex(options: BenchOptions): Promise<void> {
  const { chunks } = options;
  const directory = options.home ?? (await mkdtemp(join(tmpdir(), 'lectern-bench-index-')));
  await mkdir(directory, { recursive: true });
  const { texts, queries: ordered } = await readMixedTexts(options.data);
  const queries = shuffle(ordered, seed);
  const embedder = await openStaticEmbedder();
  const { dimensions } = embedder;
  const vectors = new ExactSearch(chunks, dimensions);
  const numbers = new Map<string, number>();
  const store = { directory, indexVersion };
  try {
    const analyzer = createAnalyzer();
    const batches = sampleChunks({ texts, chunks, collections, analyzer, embedder });
    const keep = (each: IndexedChunk) => {
      numbers.set(each.id, numbers.size);
      vectors.add(each.vector);
    };
    const index = await openLanceIndex({ ...store, dimensions, mode: 'write' });
    try {
      if ((await index.countChunks(organisationId)) === chunks) {
        for await (const batch of batches) batch.forEach(keep);
      } else {
        await fillIndex(index, batches, {
          organisationId,
          chunks,
          directory,
          keep: (batch) => batch.forEach(keep),
        });
      }
      await compareWithExact(index, { queries, embedder, vectors, numbers });
    } finally {
      await index.close();
    }
    await measureSearches(store, { queries, options });
    report('index.disk', { chunks, disk_mb: await folderMb(directory) });
  } finally {
    await embedder.close();
    if (!options.home) await rm(directory, { recursive: true });
  }
}

interface Comparison {
  readonly queries: readonly string[];
  readonly embedder: Embedder;
  readonly vectors: ExactSearch;
  /** Numbers of chunks by their ids. The index may round the distance of a hit. */
  readonly numbers: ReadonlyMap<string, number>;
}

/**
 * Share of the ten that the index gives which are as near as the ten nearest. Chunks may be as near as
 * one another: which of them are given does not count.
 */
async function compareWithExact(
  index: HybridIndex,
  { queries, embedder, vectors, numbers }: Comparison,
): Promise<void> {
  for (const count of allowed) {
    let found = 0;
    let wanted = 0;
    for (const query of queries.slice(0, comparedQueries)) {
      const vector = await embedder.embedQuery(query);
      const hits = await index.searchDense(organisationId, vector, {
        limit: candidateCount,
        ...filterOf(count),
      });
      const exact = vectors.search(
        vector,
        comparedHits,
        (number) => collectionOfChunk(number, collections) < (count ?? collections),
      );
      const least = (exact.at(-1) ?? 0) - roundingError;
      wanted += exact.length;
      found += hits
        .slice(0, comparedHits)
        .filter(
          ({ chunkId }) => vectors.likeness(vector, numbers.get(chunkId) ?? -1) >= least,
        ).length;
    }
    report('index.recall', { collections: count ?? 'all', recall_at_10: round(found / wanted) });
  }
}

interface SearchesToMeasure {
  readonly queries: readonly string[];
  readonly options: BenchOptions;
}

async function measureSearches(
  store: { readonly directory: string; readonly indexVersion: string },
  { queries, options }: SearchesToMeasure,
): Promise<void> {
  const count = options.count ?? defaultCount;
  for (const allowedCount of allowed) {
    const loops = [1, options.concurrency ?? 20].map((concurrency) => ({
      concurrency,
      count,
      maxMs: options.seconds * 1000,
    }));
    const task = {
      store,
      organisationId,
      queries: queries.slice(0, count),
      candidateCount,
      loops,
      servers: {},
      ...filterOf(allowedCount),
    } satisfies BaselineIndexTask;
    await using bare = new BaselineProcess<LoopSummary[]>('baseline-index.ts', task);
    const summaries = await bare.receive();
    summaries.forEach((summary, at) => {
      const concurrency = loops[at]?.concurrency;
      const collections = allowedCount ?? 'all';
      report('index.searches', {
        collections,
        concurrency,
        ...summary,
        load: round(loadavg()[0] ?? 0),
      });
    });
  }
}

function filterOf(count: number | undefined): { readonly filter?: IndexFilter } {
  if (count === undefined) return {};
  const collectionIds = Array.from({ length: count }, (_, number) =>
    collectionOf(number, collections),
  );
  return { filter: { collectionIds } };
}
