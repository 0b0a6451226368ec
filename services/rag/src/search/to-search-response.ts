import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundChunk, SearchResponse, Warning } from '@lectern/contracts';
import { loadNeighbours } from './load-chunks.ts';
import type { RankedChunk, SearchRun, SearchState } from './search-state.ts';
import { toFoundChunk } from './to-found-chunk.ts';

/** Passages that are converted before other requests run. */
const passagesATurn = 10;

/**
 * Converts a finished search to the API's form. Results past the maximum length are left out, and
 * so are the surroundings of the last results.
 */
export async function toSearchResponse(
  state: SearchState,
  { dependencies: { database, analyzer, settings }, request, clock, signal }: SearchRun,
): Promise<SearchResponse> {
  const { terms, trace } = state;
  const { maxCharacters } = settings;
  const { entries, characters } = cutResults(state.ranked, {
    maxCharacters,
    hasMetadata: request.include_metadata,
  });
  const chunks: FoundChunk[] = [];
  let room = maxCharacters - characters;
  let surrounded = 0;
  for (let from = 0; from < entries.length; from += passagesATurn) {
    await nextTurn();
    signal.throwIfAborted();
    const batch = entries.slice(from, from + passagesATurn);
    const neighbours = await loadNeighbours(
      database,
      room > 0 ? batch.map(({ chunk }) => chunk) : [],
      request.surrounding,
    );
    for (const entry of batch) {
      const found = toFoundChunk(entry, { request, state, terms, neighbours, analyzer });
      room -= countCharacters(found.surrounding ?? []);
      if (room >= 0) surrounded += 1;
      chunks.push(room < 0 && found.surrounding ? { ...found, surrounding: [] } : found);
    }
  }
  return {
    chunks,
    total: chunks.length,
    query: request.query,
    search_time_ms: clock.elapsedMs(),
    warnings: [
      ...state.warnings,
      ...(chunks.length < state.ranked.length ? [toResultsCut(chunks.length)] : []),
      ...(surrounded < chunks.length ? [toSurroundingsCut(surrounded)] : []),
    ],
    ...(trace && { trace }),
  };
}

/** Returns the results that fit into an answer; the first always does. */
function cutResults(
  ranked: readonly RankedChunk[],
  { maxCharacters, hasMetadata }: { readonly maxCharacters: number; readonly hasMetadata: boolean },
) {
  let characters = 0;
  const tooLong = ranked.findIndex(({ chunk }, at) => {
    const length = chunk.text.length + (hasMetadata ? JSON.stringify(chunk.metadata).length : 0);
    if (at > 0 && characters + length > maxCharacters) return true;
    characters += length;
    return false;
  });
  return { entries: tooLong < 0 ? ranked : ranked.slice(0, tooLong), characters };
}

function countCharacters(texts: readonly { readonly text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

function toResultsCut(count: number): Warning {
  const message = `The answer has its maximum length after ${count} results; the others are left out.`;
  return { code: 'results_left_out', message, details: { count: `${count}` } };
}

function toSurroundingsCut(count: number): Warning {
  const message = `The answer has its maximum length; only the first ${count} results have the passages around them.`;
  return { code: 'surroundings_left_out', message, details: { count: `${count}` } };
}
