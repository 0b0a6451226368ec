import { isFewWords } from '@lectern/retrieval';
import { findCodes, foldCode } from '../find-codes.ts';
import { findDates } from '../find-dates.ts';
import { createTermsTest } from '../holds-terms.ts';
import { foldCase, holdsPhrase, isUnspaced, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, SearchRun, SearchStage, SearchState } from '../search-state.ts';

/** A query with fewer words is in many passages by chance. */
const wordsOfWording = 4;
/** Best passages that are checked for the query's own words. */
const passagesRead = 50;

/**
 * Moves passages with identifiers of the query before those without or with similar ones. Passages
 * with more of them as separate words go further ahead, then those with more of them within longer
 * ones or written otherwise: `ERR-47` before `ERR-47-11`, `§ 12` before a plain 12. Passages with
 * the whole query word for word go before all others. In a hybrid search for a few words, passages
 * with all of the words go before those that lack one.
 */
export const exactStage: SearchStage = {
  name: 'boost_exact_match',
  run(state, run) {
    const { identifiers, text } = run.query;
    const ofAllWords = putAllWordsFirst(state, run);
    return putWordingFirst(putIdentifiersFirst(ofAllWords, identifiers), text);
  },
};

/** Keyword search alone and dense search alone keep their own order, and so does a reranker. */
function putAllWordsFirst(
  state: SearchState,
  { query, dependencies: { analyzer } }: SearchRun,
): SearchState {
  const { dense, keyword, ranked } = state;
  if (dense.length === 0 || keyword.length === 0 || !isFewWords(query.text)) return state;
  if (ranked.some(({ rerank }) => rerank !== null)) return state;
  const holdsAll = createTermsTest(
    analyzer.analyzeQuery(query.text).map(({ term }) => term),
    analyzer,
  );
  const read = ranked.slice(0, passagesRead);
  return putFirst(
    state,
    read.filter(({ chunk }) => holdsAll([chunk.title, ...chunk.section, chunk.text].join('\n'))),
  );
}

function putIdentifiersFirst(state: SearchState, identifiers: readonly string[]): SearchState {
  if (identifiers.length === 0) return state;
  const count = createCount(identifiers);
  const places = Map.groupBy(state.ranked, count);
  // From the last to the first: each goes before all with fewer.
  const counts = [...places.keys()].toSorted((a, b) => a - b);
  return counts.reduce(
    (before, held) => (held === 0 ? before : putFirst(before, places.get(held) ?? [])),
    state,
  );
}

function putWordingFirst(state: SearchState, text: string): SearchState {
  const wording = toPlainWords(text);
  if (countWords(wording) < wordsOfWording) return state;
  // Most passages lack a part of the query, which costs little to see.
  const parts = isUnspaced(wording) ? [...wording.replaceAll(' ', '')] : wording.split(' ');
  return putFirst(
    state,
    state.ranked.slice(0, passagesRead).filter((entry) => {
      const folded = foldCase(readText(entry));
      return (
        parts.every((part) => folded.includes(part)) && holdsPhrase(toPlainWords(folded), wording)
      );
    }),
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Length in plain words; also for scripts without spaces. */
function countWords(text: string): number {
  if (!isUnspaced(text)) return text.trim().split(' ').length;
  return Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike).length;
}

/** Counts the identifiers of a passage: a separate one weighs more than all others together. */
function createCount(identifiers: readonly string[]) {
  const codes = new Set(identifiers.map(foldCode));
  const phrases = new Set(identifiers.map(toPlainWords));
  const isDated = identifiers.some((one) => findDates(one).length > 0);
  return (entry: RankedChunk): number => {
    const written = readText(entry);
    const text = isDated ? [written, ...findDates(foldCase(written))].join('\n') : written;
    const words = toPlainWords(text);
    const held = [...phrases].filter((phrase) => holdsPhrase(words, phrase)).length;
    if (held === 0) return 0;
    const own = new Set(findCodes(foldCase(text)).map(foldCode));
    return [...codes].filter((code) => own.has(code)).length * (phrases.size + 1) + held;
  };
}

function readText({ chunk: { title, file_name, text } }: RankedChunk): string {
  return `${title}\n${file_name ?? ''}\n${text}`;
}

/** Raises scores above all others, so that later stages and readers see the same order. */
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
