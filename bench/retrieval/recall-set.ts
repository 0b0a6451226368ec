import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BeirSet } from '@lectern/cli';
import { mean, ndcg, recall } from '@lectern/evaluation';
import { createAnalyzer, type Embedder, openLanceIndex, type Recalls } from '@lectern/retrieval';
import { embedOnce } from './kept-vectors.ts';
import { createSetChunks } from './set-chunks.ts';

/** Both recalls of every query of a set, and what they took. */
export interface RecalledSet {
  readonly rankings: readonly Recalls[];
  /** What the index holds of each chunk's words, by its id. */
  readonly chunkTerms: ReadonlyMap<string, ReadonlySet<string>>;
  /** Processor milliseconds of one: the vector of a chunk or query, and each recall. */
  readonly cpuMs: {
    readonly chunk: number;
    readonly query: number;
    readonly dense: number;
    readonly keyword: number;
  };
}

export interface RecallSetOptions {
  readonly embedder: Embedder;
  /** Limit of a chunk; 0 leaves documents whole. */
  readonly maxTokens: number;
  /** Hits of each recall. */
  readonly limit: number;
}

export interface Figures {
  readonly ndcg: number;
  readonly recall: number;
}

/** Indexes a set in a folder of its own and asks all of its queries, one after the other. */
export async function recallSet(
  name: string,
  set: BeirSet,
  { embedder, maxTokens, limit }: RecallSetOptions,
): Promise<RecalledSet> {
  const analyzer = createAnalyzer();
  const { chunks, cpuMsAChunk } = await createSetChunks(name, set, {
    analyzer,
    embedder,
    maxTokens,
  });
  const texts = set.queries.map(({ text }) => text);
  const { vectors, cpuMs: cpuMsAQuery } = await embedOnce(embedder, 'queries', texts);
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-recall-'));
  const index = await openLanceIndex({
    directory,
    generation: embedder.id,
    dimensions: embedder.dimensions,
    mode: 'write',
  });
  try {
    await index.addChunks(name, chunks);
    await index.optimize();
    const dense = await eachTimed(vectors, (vector) => index.recallDense(name, vector, { limit }));
    const keyword = await eachTimed(texts, (text) =>
      index.recallKeyword(name, analyzer.analyzeQuery(text), { limit }),
    );
    return {
      rankings: dense.results.map((hits, at) => ({
        dense: hits,
        keyword: keyword.results[at] ?? [],
      })),
      chunkTerms: new Map(chunks.map(({ id, terms }) => [id, new Set(terms)])),
      cpuMs: {
        chunk: cpuMsAChunk,
        query: cpuMsAQuery,
        dense: dense.cpuMs,
        keyword: keyword.cpuMs,
      },
    };
  } finally {
    await index.close();
    await rm(directory, { recursive: true });
  }
}

/** nDCG@10 and Recall@100 over a set's queries, documents by their best chunk. */
export function rateRankings(
  set: BeirSet,
  rankings: readonly (readonly { readonly documentId: string }[])[],
): Figures {
  const ranked = rankings.map((hits) => [...new Set(hits.map(({ documentId }) => documentId))]);
  const rated = set.queries.map(({ judgements }, at) => ({
    ndcg: ndcg(ranked[at] ?? [], judgements, 10),
    recall: recall(ranked[at] ?? [], judgements, 100),
  }));
  return {
    ndcg: mean(rated.map((each) => each.ndcg)),
    recall: mean(rated.map((each) => each.recall)),
  };
}

async function eachTimed<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<{ readonly results: Result[]; readonly cpuMs: number }> {
  const results: Result[] = [];
  const before = process.cpuUsage();
  for (const item of items) results.push(await work(item));
  const { user, system } = process.cpuUsage(before);
  return { results, cpuMs: (user + system) / 1000 / items.length };
}
