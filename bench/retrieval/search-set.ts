import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mean, ndcg, recall } from '@lectern/evaluation';
import {
  type Analyzer,
  createAnalyzer,
  type Embedder,
  type IndexedChunk,
  openLanceIndex,
  type Rankings,
} from '@lectern/retrieval';
import type { BeirSet } from '../data/beir.ts';
import { embedOnce } from './kept-vectors.ts';
import { createSetChunks } from './set-chunks.ts';

/** Both rankings of every query of a set, and their cost. */
export interface SearchedSet {
  readonly rankings: readonly Rankings[];
  /** Terms of each chunk in the index, by its id. */
  readonly chunkTerms: ReadonlyMap<string, ReadonlySet<string>>;
  /** CPU milliseconds of the vector of one chunk or query, and of each search. */
  readonly cpuMs: {
    readonly chunk: number;
    readonly query: number;
    readonly dense: number;
    readonly keyword: number;
  };
}

export interface SearchSetOptions {
  readonly embedder: Embedder;
  /** Limit of a chunk; 0 leaves documents whole. */
  readonly maxTokens: number;
  /** Hits of each search. */
  readonly limit: number;
}

export interface Figures {
  readonly ndcg: number;
  readonly recall: number;
}

/** Indexes a set in a folder of its own and asks all of its queries, one after the other. */
export async function searchSet(
  name: string,
  set: BeirSet,
  { embedder, maxTokens, limit }: SearchSetOptions,
): Promise<SearchedSet> {
  const analyzer = createAnalyzer();
  const { chunks, cpuMsAChunk } = await createSetChunks(name, set, {
    analyzer,
    embedder,
    maxTokens,
  });
  const queries = set.queries.map(({ text }) => text);
  const searched = await searchChunks(chunks, queries, { analyzer, embedder, limit });
  return {
    ...searched,
    cpuMs: { chunk: cpuMsAChunk, ...searched.cpuMs },
  };
}

export interface SearchChunksOptions extends Pick<SearchSetOptions, 'embedder' | 'limit'> {
  readonly analyzer: Analyzer;
}

export interface SearchedQueries extends Pick<SearchedSet, 'rankings' | 'chunkTerms'> {
  readonly cpuMs: Omit<SearchedSet['cpuMs'], 'chunk'>;
}

/** Indexes chunks of one collection in a temporary folder and searches for each query. */
export async function searchChunks(
  chunks: readonly IndexedChunk[],
  queries: readonly string[],
  { analyzer, embedder, limit }: SearchChunksOptions,
): Promise<SearchedQueries> {
  const { vectors, cpuMs: cpuMsAQuery } = await embedOnce(embedder, 'queries', queries);
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-search-'));
  const collectionId = chunks[0]?.collectionId ?? '';
  const index = await openLanceIndex({
    directory,
    indexVersion: embedder.id,
    dimensions: embedder.dimensions,
    mode: 'write',
  });
  try {
    await index.addChunks(collectionId, chunks);
    await index.optimize();
    const dense = await eachTimed(vectors, (vector) =>
      index.searchDense(collectionId, vector, { limit }),
    );
    const keyword = await eachTimed(queries, (text) =>
      index.searchKeyword(collectionId, analyzer.indexQuery(text), { limit }),
    );
    return {
      rankings: dense.results.map((hits, at) => ({
        dense: hits,
        keyword: keyword.results[at] ?? [],
      })),
      chunkTerms: new Map(chunks.map(({ id, terms }) => [id, new Set(terms)])),
      cpuMs: { query: cpuMsAQuery, dense: dense.cpuMs, keyword: keyword.cpuMs },
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
