import type { SearchResponse } from '@lectern/contracts';
import { loadNeighbours } from './load-chunks.ts';
import type { SearchRun, SearchState } from './search-state.ts';
import { toFoundChunk } from './to-found-chunk.ts';

/** Converts a finished search to the API's form. */
export async function toSearchResponse(
  state: SearchState,
  { dependencies: { database, analyzer }, request, clock }: SearchRun,
): Promise<SearchResponse> {
  const { ranked, terms, warnings, trace } = state;
  const neighbours = await loadNeighbours(
    database,
    ranked.map(({ chunk }) => chunk),
    request.surrounding,
  );
  return {
    chunks: ranked.map((entry) =>
      toFoundChunk(entry, { request, state, terms, neighbours, analyzer }),
    ),
    total: ranked.length,
    query: request.query,
    search_time_ms: clock.elapsedMs(),
    warnings: [...warnings],
    ...(trace && { trace }),
  };
}
