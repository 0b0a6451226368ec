import type { Connection } from '../connection/connection.ts';
import type { BeirQuery } from './beir.ts';
import { searchPassages } from './search-passages.ts';
import type { Setting } from './settings.ts';

/** Passages asked for; a document ranks by its best one. */
const maxPassages = 200;

export interface RankOptions {
  readonly setting: Setting;
  readonly collectionId: string;
}

/** A query's documents by external id, best first, and how long the search took. */
export interface RankedQuery {
  readonly query: BeirQuery;
  readonly ranking: readonly string[];
  readonly searchTimeMs: number;
  /** Whether a reranker was asked for and the order is not its own. */
  readonly isFallback: boolean;
}

export async function rankDocuments(
  connection: Connection,
  query: BeirQuery,
  options: RankOptions,
): Promise<RankedQuery> {
  const { chunks, searchTimeMs, isFallback } = await searchPassages(connection, query.text, {
    ...options,
    limit: maxPassages,
  });
  const ids = chunks.flatMap(({ metadata }) => metadata?.external_id ?? []);
  return { query, ranking: [...new Set(ids)], searchTimeMs, isFallback };
}
