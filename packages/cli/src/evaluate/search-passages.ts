import { AppError, type FoundChunk } from '@lectern/contracts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import type { Setting } from './settings.ts';

/** What the API takes of a query, in characters. */
const maxQueryLength = 2_000;

export interface SearchPassagesOptions {
  readonly setting: Setting;
  /** Where to search; everything that may be read unless given. */
  readonly collectionId: string | undefined;
  readonly limit: number;
}

/** The passages that one setting finds, best first, and how the search went. */
export interface FoundPassages {
  readonly chunks: readonly FoundChunk[];
  /** In the service. */
  readonly searchTimeMs: number;
  /** Whether a reranker was asked for and the order is not its own. */
  readonly isFallback: boolean;
}

/** @throws CommandError that names the question where the search does not take it. */
export async function searchPassages(
  connection: Connection,
  query: string,
  { setting, collectionId, limit }: SearchPassagesOptions,
): Promise<FoundPassages> {
  const { chunks, search_time_ms, warnings } = await connection
    .call('search', {
      body: {
        query: query.trim().slice(0, maxQueryLength),
        ...setting,
        limit,
        ...(collectionId && { collection_filter: { collection_ids: [collectionId] } }),
      },
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'invalid_request')) throw error;
      throw new CommandError(`The question "${query}": ${error.message}`, { cause: error });
    });
  const isFallback = warnings.some(({ code }) => code.startsWith('rerank_'));
  return { chunks, searchTimeMs: search_time_ms, isFallback };
}
