import { holdsPhrase, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, SearchStage } from '../search-state.ts';

/** Passages that hold the query's identifiers go before those that hold others like them. */
export const exactStage: SearchStage = {
  name: 'exact',
  run(state, { query: { identifiers } }) {
    if (identifiers.length === 0) return state;
    const wanted = identifiers.map(toPlainWords);
    const holds = ({ chunk }: RankedChunk) => {
      const text = toPlainWords([chunk.title, chunk.file_name ?? '', chunk.text].join('\n'));
      return wanted.every((identifier) => holdsPhrase(text, identifier));
    };
    const exact = state.ranked.filter(holds);
    const others = state.ranked.filter((entry) => !exact.includes(entry));
    if (exact.length === 0 || others.length === 0) return state;

    // Above every other score and relevance, so that later stages and readers see the same order.
    const step = Math.max(...others.map(({ score }) => score));
    const ofOthers = others.map(({ chunk }) => state.relevance.get(chunk.id) ?? 0);
    const least = Math.max(...ofOthers);
    const relevance = new Map(state.relevance);
    for (const { chunk } of exact) {
      relevance.set(chunk.id, Math.max(least, relevance.get(chunk.id) ?? 0));
    }
    const raised = exact.map((entry) => ({ ...entry, score: entry.score + step }));
    return { ...state, ranked: [...raised, ...others], relevance };
  },
};
