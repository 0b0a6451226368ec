import { CharacterRuns } from '@lectern/retrieval';

const words = new CharacterRuns(/[\p{L}\p{M}\p{N}]/u);
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The sign between two measures, which is mostly typed as a letter: `M6×40`, `M6x40`. */
const times = /(?<=\p{N})×(?=\p{N})/gu;

/** Folds text for the comparison of words, regardless of the characters between them. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(times, 'x');
}

/** Calls back with the place of each word of a folded text, `end` not included. */
export function visitWords(folded: string, word: (start: number, end: number) => void): void {
  words.visit(folded, word);
}

/**
 * Returns words in lower case with one space between and around them, so that a phrase is found by
 * its text.
 */
export function toPlainWords(text: string): string {
  return ` ${words.find(foldCase(text)).join(' ')} `;
}

/**
 * Returns true if a phrase is in a text, both as plain words: whole words, with anything between
 * them.
 */
export function holdsPhrase(text: string, phrase: string): boolean {
  if (!isUnspaced(phrase)) return text.includes(phrase);
  return text.replaceAll(' ', '').includes(phrase.replaceAll(' ', ''));
}

/**
 * Returns true for a script without spaces between words, in which a word is not a run of letters.
 */
export function isUnspaced(phrase: string): boolean {
  return unspaced.test(phrase);
}
