import type { Analyzer } from '@lectern/retrieval';
import { holdsPhrase, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, RemovedCandidate, SearchStage } from '../search-state.ts';

/** Phrases and exclusions, checked on the texts. */
export const wordingStage: SearchStage = {
  name: 'wording',
  run(state, { query, dependencies: { analyzer } }) {
    const { phrases, excluded } = query;
    if (phrases.length + excluded.length === 0) return state;
    const removed: RemovedCandidate[] = [];
    const keep = (
      entries: readonly RankedChunk[],
      holds: (entry: RankedChunk) => boolean,
      reason: string,
    ) =>
      entries.filter((entry) => {
        const isKept = holds(entry);
        if (!isKept) removed.push({ id: entry.chunk.id, stage: 'wording', reason });
        return isKept;
      });

    const without = createExclusion(excluded, analyzer);
    const allowed = keep(state.ranked, (entry) => !without(entry), 'holds an excluded word');
    const wanted = phrases.map(toPlainWords);
    const holds = ({ chunk }: RankedChunk) => {
      const text = toPlainWords(chunk.text);
      return wanted.every((phrase) => holdsPhrase(text, phrase));
    };
    if (!allowed.some(holds)) {
      const message = 'No passage holds the quoted words as they stand; these hold some of them.';
      const warnings =
        wanted.length > 0 && allowed.length > 0 ? [{ code: 'phrase_not_found', message }] : [];
      return {
        ...state,
        ranked: allowed,
        removed: [...state.removed, ...removed],
        warnings: [...state.warnings, ...warnings],
      };
    }
    const ranked = keep(allowed, holds, 'does not hold the quoted words');
    return { ...state, ranked, removed: [...state.removed, ...removed] };
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
    const plain = toPlainWords(text);
    if (phrases.some((phrase) => holdsPhrase(plain, phrase))) return true;
    if (words.length === 0) return false;
    const terms = new Set(analyzer.analyzeDocument(text));
    return words.some((word) => word.every((term) => terms.has(term)));
  };
}
