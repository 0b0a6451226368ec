import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Analyzer } from '@lectern/retrieval';
import { holdsPhrase, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, RemovedCandidate, SearchStage } from '../search-state.ts';

/** Thousands of passages may be read, which takes seconds: between so many, other requests go on. */
const passagesATurn = 25;

/** Phrases and exclusions, checked on the texts. */
export const wordingStage: SearchStage = {
  name: 'wording',
  async run(state, { query, dependencies: { analyzer }, signal }) {
    const { phrases, excluded } = query;
    if (phrases.length + excluded.length === 0) return state;
    const part = async (
      entries: readonly RankedChunk[],
      holds: (entry: RankedChunk) => boolean,
      reason: string,
    ) => {
      const kept: RankedChunk[] = [];
      const removed: RemovedCandidate[] = [];
      for (const [at, entry] of entries.entries()) {
        if (at % passagesATurn === passagesATurn - 1) {
          await nextTurn();
          signal.throwIfAborted();
        }
        if (holds(entry)) kept.push(entry);
        else removed.push({ id: entry.chunk.id, stage: 'wording', reason });
      }
      return { kept, removed };
    };

    const without = createExclusion(excluded, analyzer);
    const allowed = await part(state.ranked, (entry) => !without(entry), 'holds an excluded word');
    const removed = [...state.removed, ...allowed.removed];
    const wanted = phrases.map(toPlainWords);
    const holds = ({ chunk }: RankedChunk) => {
      const text = toPlainWords(chunk.text);
      return wanted.every((phrase) => holdsPhrase(text, phrase));
    };
    const exact =
      wanted.length > 0
        ? await part(allowed.kept, holds, 'does not hold the quoted words')
        : { kept: allowed.kept, removed: [] };
    if (exact.kept.length > 0) {
      return { ...state, ranked: exact.kept, removed: [...removed, ...exact.removed] };
    }
    const message = 'No passage holds the quoted words as they stand; these hold some of them.';
    const warnings = allowed.kept.length > 0 ? [{ code: 'phrase_not_found', message }] : [];
    return {
      ...state,
      ranked: allowed.kept,
      removed,
      warnings: [...state.warnings, ...warnings],
    };
  },
};

/** A word is excluded in all its forms, a phrase as it stands; in titles and headings too. */
function createExclusion(excluded: readonly string[], analyzer: Analyzer) {
  const phrases = excluded.filter((text) => /\s/.test(text)).map(toPlainWords);
  const words = excluded
    .filter((text) => !/\s/.test(text))
    .map((text) => analyzer.analyzeQuery(text).map(({ term }) => term))
    .filter((terms) => terms.length > 0);
  return ({ chunk }: RankedChunk): boolean => {
    const text = [chunk.title, ...chunk.section, chunk.text].join('\n');
    if (phrases.length > 0) {
      const plain = toPlainWords(text);
      if (phrases.some((phrase) => holdsPhrase(plain, phrase))) return true;
    }
    if (words.length === 0) return false;
    const terms = new Set(analyzer.analyzeDocument(text));
    return words.some((word) => word.every((term) => terms.has(term)));
  };
}
