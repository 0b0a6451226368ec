import type { Analyzer } from '../analysis/analyzer.ts';
import { CharacterRuns } from '../analysis/character-runs.ts';
import { foldLetters } from '../analysis/fold-letters.ts';
import { normalizeText, splitWords } from '../analysis/split-words.ts';
import { withoutApostrophes } from '../analysis/stem-word.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { hasNearWords } from './near-words.ts';

/** Shorter words have too many neighbours with other meanings. */
const minLength = 5;
const maxLength = 30;
const lettersOfWord = /[\p{L}\p{M}'’]+/gu;
const wordFrom = /[\p{L}\p{M}'’]+/uy;
const letter = /[\p{L}\p{M}]/u;
const writtenWords = new CharacterRuns(/[\p{L}\p{M}'’]/u);

/** Returns the words of some texts, each once, in the form that corrections use. */
function listWrittenWords(texts: readonly string[]): ReadonlySet<string> {
  const found = new Set(writtenWords.find(normalizeText(texts.join('\n'))));
  return new Set(Array.from(found, withoutApostrophes));
}

/**
 * Returns the words of some texts that a typo may stand for, each once; words with accents also
 * without them.
 */
export function listVocabulary(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const word of listWrittenWords(texts)) {
    // One letter fewer or more than a word that is checked.
    if (word.length < minLength - 1 || word.length > maxLength + 1 || !hasNearWords(word)) continue;
    words.add(word).add(foldLetters(word));
  }
  return [...words];
}

/**
 * Returns the words of a query with five letters or more, each once, without stop words. Codes,
 * numbers and scripts without spaces between words have none.
 */
export function listLongWords(text: string): string[] {
  const words = splitWords(text)
    .filter(({ kind }) => kind === 'letters')
    .map((word) => withoutApostrophes(word.text))
    .filter((word) => word.length >= minLength && word.length <= maxLength && !isStopWord(word));
  return [...new Set(words)];
}

/** Returns the long words of a query that are among its search terms. */
export function listSearchedWords(
  analyzer: Analyzer,
  text: string,
  longWords: readonly string[],
): string[] {
  const telling = new Set(termsOf(analyzer, text));
  return longWords.filter((word) => termsOf(analyzer, word).some((term) => telling.has(term)));
}

/** Returns the words that none of the texts contains in any form. */
export function listAbsentWords(
  analyzer: Analyzer,
  words: readonly string[],
  texts: readonly string[],
): string[] {
  if (words.length === 0) return [];
  const text = normalizeText(texts.join('\n'));
  return words.filter((word) => {
    const terms = termsOf(analyzer, word);
    const judged = new Set<string>();
    const isForm = (written: string) => {
      if (written === word) return true;
      if (judged.has(written)) return false;
      judged.add(written);
      return termsOf(analyzer, written).some((term) => terms.includes(term));
    };
    // A stem may end otherwise than its word: `copy` and `copi`.
    const starts = [word, ...terms.map((term) => term.slice(0, -1))];
    return !starts.some((start) => findWord(text, start, isForm));
  });
}

/** Returns true if a word of a normalised text that begins so satisfies the predicate. */
function findWord(text: string, start: string, isIt: (word: string) => boolean): boolean {
  if (start === '') return false;
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
    if (letter.test(text.charAt(at - 1))) continue;
    wordFrom.lastIndex = at;
    const [word = ''] = wordFrom.exec(text) ?? [];
    if (isIt(withoutApostrophes(word))) return true;
  }
  return false;
}

/** Returns the text with each word replaced by its correction in `instead`. */
export function replaceWords(text: string, instead: ReadonlyMap<string, string>): string {
  return text.replace(
    lettersOfWord,
    (found) => instead.get(withoutApostrophes(normalizeText(found))) ?? found,
  );
}

export function termsOf(analyzer: Analyzer, text: string): string[] {
  return analyzer.analyzeQuery(text).map(({ term }) => term);
}
