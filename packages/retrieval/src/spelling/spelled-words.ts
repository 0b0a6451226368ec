import type { Analyzer } from '../analysis/analyzer.ts';
import { CharacterRuns } from '../analysis/character-runs.ts';
import { normalizeText, splitWords } from '../analysis/split-words.ts';
import { withoutAccents, withoutApostrophes } from '../analysis/stem-word.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { hasNearWords } from './near-words.ts';

/** Shorter words have too many neighbours that mean something else. */
const minLength = 5;
const maxLength = 30;
const lettersOfWord = /[\p{L}\p{M}'’]+/gu;
const writtenWords = new CharacterRuns(/[\p{L}\p{M}'’]/u);

/** Words of some texts, each once, in the form that corrections name. */
export function listWrittenWords(texts: readonly string[]): ReadonlySet<string> {
  const found = new Set(writtenWords.find(normalizeText(texts.join('\n'))));
  return new Set(Array.from(found, withoutApostrophes));
}

/**
 * Words of some texts that a mistyped one may have been meant to be, each once, those with accents
 * without them as well.
 */
export function listVocabulary(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const word of listWrittenWords(texts)) {
    // One letter fewer or more than a word that is judged.
    if (word.length < minLength - 1 || word.length > maxLength + 1 || !hasNearWords(word)) continue;
    words.add(word).add(withoutAccents(word));
  }
  return [...words];
}

/**
 * Telling words of a query of five letters or more, each once. Codes, numbers and scripts without
 * spaces between words have none.
 */
export function listSpelledWords(analyzer: Analyzer, text: string): string[] {
  const telling = new Set(termsOf(analyzer, text));
  const words = splitWords(normalizeText(text))
    .filter(({ kind }) => kind === 'letters')
    .map((word) => withoutApostrophes(word.text))
    .filter((word) => word.length >= minLength && word.length <= maxLength && !isStopWord(word))
    .filter((word) => termsOf(analyzer, word).some((term) => telling.has(term)));
  return [...new Set(words)];
}

/** Those of the words that are not written in any form. */
export function listAbsentWords(
  analyzer: Analyzer,
  words: readonly string[],
  written: ReadonlySet<string>,
): string[] {
  return words.filter((word) => {
    if (written.has(word)) return false;
    const terms = termsOf(analyzer, word);
    // A stem may end otherwise than its word: `copy` and `copi`.
    const starts = terms.map((term) => term.slice(0, -1));
    const alike = [...written].filter((each) => starts.some((start) => each.startsWith(start)));
    return !alike.some((each) => termsOf(analyzer, each).some((term) => terms.includes(term)));
  });
}

/** The text with each word replaced by what `instead` has for it. */
export function replaceWords(text: string, instead: ReadonlyMap<string, string>): string {
  return text.replace(
    lettersOfWord,
    (found) => instead.get(withoutApostrophes(normalizeText(found))) ?? found,
  );
}

export function termsOf(analyzer: Analyzer, text: string): string[] {
  return analyzer.analyzeQuery(text).map(({ term }) => term);
}
