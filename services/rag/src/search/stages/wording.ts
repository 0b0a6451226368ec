import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Analyzer } from '@lectern/retrieval';
import { createTermsTest } from '../holds-terms.ts';
import { holdsPhrase, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, RemovedCandidate, SearchStage } from '../search-state.ts';

/**
 * Thousands of passages may be read, which takes seconds: other requests run after each batch of
 * this size.
 */
const passagesATurn = 25;

/**
 * Checks phrases and exclusions on the texts until as many matches are found as a search without
 * them reads.
 */
export const wordingStage: SearchStage = {
  name: 'wording',
  async run(state, { query, request, options, dependencies: { analyzer, settings }, signal }) {
    const { phrases, excluded } = query;
    if (phrases.length + excluded.length === 0) return state;
    const candidateCount = Math.max(
      options.candidateCount ?? settings.candidateCount,
      request.limit,
    );
    // Keyword and dense rankings together.
    const enough = 2 * candidateCount;
    const without = createExclusion(excluded, analyzer);
    const holdsPhrases = createPhrases(phrases);
    const exact: RankedChunk[] = [];
    const others: RankedChunk[] = [];
    const removed: RemovedCandidate[] = [...state.removed];
    for (const [at, entry] of state.ranked.entries()) {
      if (at % passagesATurn === passagesATurn - 1) {
        await nextTurn();
        signal.throwIfAborted();
      }
      if (exact.length === enough)
        removed.push(toRemoved(entry, 'not looked at: enough passages came before it'));
      else if (without(entry)) removed.push(toRemoved(entry, 'holds an excluded word'));
      else if (holdsPhrases(entry)) exact.push(entry);
      else others.push(entry);
    }
    if (exact.length > 0) {
      const inexact = others.map((entry) => toRemoved(entry, 'does not hold the quoted words'));
      return { ...state, ranked: exact, removed: [...removed, ...inexact] };
    }
    const message = 'No passage holds the quoted words as they stand; these hold some of them.';
    const warnings = others.length > 0 ? [{ code: 'phrase_not_found', message }] : [];
    return { ...state, ranked: others, removed, warnings: [...state.warnings, ...warnings] };
  },
};

function toRemoved({ chunk }: RankedChunk, reason: string): RemovedCandidate {
  return { id: chunk.id, stage: 'wording', reason };
}

/** Returns true if a passage contains all phrases as they stand; true for none. */
function createPhrases(phrases: readonly string[]) {
  const wanted = phrases.map(toPlainWords);
  return ({ chunk }: RankedChunk): boolean => {
    if (wanted.length === 0) return true;
    const text = toPlainWords(chunk.text);
    return wanted.every((phrase) => holdsPhrase(text, phrase));
  };
}

/** A word is excluded in all its forms, a phrase as it stands; in titles and headings too. */
function createExclusion(excluded: readonly string[], analyzer: Analyzer) {
  const phrases = excluded.filter((text) => /\s/.test(text)).map(toPlainWords);
  const holdsWord = excluded
    .filter((text) => !/\s/.test(text))
    .map((text) => analyzer.analyzeQuery(text).map(({ term }) => term))
    .filter((terms) => terms.length > 0)
    .map((terms) => createTermsTest(terms, analyzer));
  return ({ chunk }: RankedChunk): boolean => {
    const text = [chunk.title, ...chunk.section, chunk.text].join('\n');
    if (phrases.length > 0) {
      const plain = toPlainWords(text);
      if (phrases.some((phrase) => holdsPhrase(plain, phrase))) return true;
    }
    return holdsWord.some((holds) => holds(text));
  };
}
