import { isFewWords } from '@lectern/retrieval';
import { findCodes, foldCode } from '../find-codes.ts';
import { createTermsTest } from '../holds-terms.ts';
import { foldCase, holdsPhrase, isUnspaced, toPlainWords } from '../plain-words.ts';
import type { RankedChunk, SearchRun, SearchStage, SearchState } from '../search-state.ts';
import { type SignatureCache, signatureOf } from '../signature-cache.ts';
import { mayHoldWords, signWords } from '../word-signature.ts';

/** A query of fewer words stands in many passages by accident. */
const wordsOfWording = 4;
/** Passages that are looked at for the query's own words, the best first. */
const passagesRead = 50;

/**
 * Passages that hold identifiers of the query go before those that hold none or others like them. The
 * more of them stand by themselves the further ahead, then the more stand there in a longer one or
 * written otherwise: `ERR-47` before `ERR-47-11`, `§ 12` before a plain 12. Before all go those in
 * which the whole query stands word for word. Of a hybrid search for a few words those that hold all
 * of the words go before those that lack one.
 */
export const exactStage: SearchStage = {
  name: 'exact',
  run(state, run) {
    const { query, dependencies } = run;
    const { identifiers, text } = query;
    const ofAllWords = putAllWordsFirst(state, run);
    return putWordingFirst(
      putIdentifiersFirst(ofAllWords, identifiers),
      text,
      dependencies.signatureCache,
    );
  },
};

/** Keyword search alone and a model alone have orders of their own, and so has a reranker. */
function putAllWordsFirst(
  state: SearchState,
  { query, dependencies: { analyzer } }: SearchRun,
): SearchState {
  const { dense, keyword, ranked, terms } = state;
  if (dense.length === 0 || keyword.length === 0 || !isFewWords(query.text)) return state;
  if (ranked.some(({ rerank }) => rerank !== null)) return state;
  const holdsAll = createTermsTest(
    terms.map(({ term }) => term),
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
  // From the last to the first: each goes before all that hold less.
  const counts = [...places.keys()].toSorted((a, b) => a - b);
  return counts.reduce(
    (before, held) => (held === 0 ? before : putFirst(before, places.get(held) ?? [])),
    state,
  );
}

function putWordingFirst(state: SearchState, text: string, kept: SignatureCache): SearchState {
  const wording = toPlainWords(text);
  if (countWords(wording) < wordsOfWording) return state;
  const mayHold = createQuickTest(wording, kept);
  const read = state.ranked.slice(0, passagesRead);
  return putFirst(
    state,
    read.filter((entry) => mayHold(entry) && holdsPhrase(toPlainWords(readText(entry)), wording)),
  );
}

/** Most passages lack a word of the query, which their sketches tell without taking them apart. */
function createQuickTest(wording: string, kept: SignatureCache): (entry: RankedChunk) => boolean {
  if (isUnspaced(wording)) return () => true;
  const sketch = signWords(wording);
  return ({ chunk }) =>
    mayHoldWords(sketch, [signatureOf(kept, chunk), signWords(readNames(chunk))]);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Of plain words; also where no spaces are between them. */
function countWords(text: string): number {
  if (!isUnspaced(text)) return text.trim().split(' ').length;
  return Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike).length;
}

/** Counts those in a passage: one by itself weighs more than all that are held in any way. */
function createCount(identifiers: readonly string[]) {
  const codes = new Set(identifiers.map(foldCode));
  const phrases = new Set(identifiers.map(toPlainWords));
  return (entry: RankedChunk): number => {
    const text = readText(entry);
    const words = toPlainWords(text);
    const held = [...phrases].filter((phrase) => holdsPhrase(words, phrase)).length;
    if (held === 0) return 0;
    const own = new Set(findCodes(foldCase(text)).map(foldCode));
    return [...codes].filter((code) => own.has(code)).length * (phrases.size + 1) + held;
  };
}

function readText({ chunk }: RankedChunk): string {
  return `${readNames(chunk)}\n${chunk.text}`;
}

function readNames({ title, file_name }: RankedChunk['chunk']): string {
  return `${title}\n${file_name ?? ''}`;
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
