import { findCodes, foldCode } from '../find-codes.ts';
import { foldCase, holdsPhrase, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, SearchStage, SearchState } from '../search-state.ts';

/**
 * Passages that hold the query's identifiers go before those that hold others like them. Those where
 * each stands by itself come first, then those where its words stand in a longer one or are written
 * otherwise: `ERR-47` before `ERR-47-11`, `§ 12` before a plain 12.
 */
export const exactStage: SearchStage = {
  name: 'exact',
  run(state, { query: { identifiers } }) {
    if (identifiers.length === 0) return state;
    const phrases = identifiers.map(toPlainWords);
    const codes = identifiers.map(foldCode);
    const holders = state.ranked.filter((entry) => {
      const text = toPlainWords(readText(entry));
      return phrases.every((phrase) => holdsPhrase(text, phrase));
    });
    const exact = holders.filter((entry) => {
      const own = new Set(findCodes(foldCase(readText(entry))).map(foldCode));
      return codes.every((code) => own.has(code));
    });
    return putFirst(putFirst(state, holders), exact);
  },
};

function readText({ chunk }: RankedChunk): string {
  return [chunk.title, chunk.file_name ?? '', chunk.text].join('\n');
}

/** Above every other score and relevance, so that later stages and readers see the same order. */
function putFirst(state: SearchState, first: readonly RankedChunk[]): SearchState {
  const ids = new Set(first.map(({ chunk }) => chunk.id));
  const chosen = state.ranked.filter(({ chunk }) => ids.has(chunk.id));
  const others = state.ranked.filter(({ chunk }) => !ids.has(chunk.id));
  if (chosen.length === 0 || others.length === 0) return state;

  const step = Math.max(...others.map(({ score }) => score));
  const least = Math.max(...others.map(({ chunk }) => state.relevance.get(chunk.id) ?? 0));
  const relevance = new Map(state.relevance);
  for (const { chunk } of chosen) {
    relevance.set(chunk.id, Math.max(least, relevance.get(chunk.id) ?? 0));
  }
  const raised = chosen.map((entry) => ({ ...entry, score: entry.score + step }));
  return { ...state, ranked: [...raised, ...others], relevance };
}
