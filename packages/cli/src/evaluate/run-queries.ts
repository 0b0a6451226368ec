import type { SearchMode } from '@lectern/contracts';
import type { Connection } from '../connection/connection.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { BeirQuery } from './beir.ts';

/** Passages asked for; a document ranks by its best one. */
const maxPassages = 200;
/** What the API takes of a query, in characters. */
const maxQueryLength = 2_000;

export interface RunOptions {
  readonly mode: SearchMode;
  readonly rerank: boolean;
  readonly collectionId: string;
  readonly concurrency: number;
  readonly onProgress: (done: number) => void;
}

/** A query's documents by external id, best first, and how long the search took. */
export interface RankedQuery {
  readonly query: BeirQuery;
  readonly ranking: readonly string[];
  readonly searchTimeMs: number;
  /** Whether a reranker was asked for and the order is not its own. */
  readonly isFallback: boolean;
}

export async function runQueries(
  connection: Connection,
  queries: readonly BeirQuery[],
  { mode, rerank, collectionId, concurrency, onProgress }: RunOptions,
): Promise<RankedQuery[]> {
  let done = 0;
  return mapConcurrently(queries, concurrency, async (query) => {
    const { chunks, search_time_ms, warnings } = await connection.call('search', {
      body: {
        query: query.text.trim().slice(0, maxQueryLength),
        mode,
        rerank,
        limit: maxPassages,
        collection_filter: { collection_ids: [collectionId] },
      },
    });
    done += 1;
    onProgress(done);
    const ids = chunks.flatMap(({ metadata }) => metadata?.external_id ?? []);
    const isFallback = warnings.some(({ code }) => code.startsWith('rerank_'));
    return { query, ranking: [...new Set(ids)], searchTimeMs: search_time_ms, isFallback };
  });
}
