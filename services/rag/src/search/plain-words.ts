import { CharacterRuns } from '@lectern/retrieval';

const words = new CharacterRuns(/[\p{L}\p{M}\p{N}]/u);
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The form in which words are compared, whatever is between them. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Tells where each word of a text in that form is, `end` not included. */
export function visitWords(folded: string, word: (start: number, end: number) => void): void {
  words.visit(folded, word);
}

/** Words in lower case with one space between and around them, so that a phrase is found by its text. */
export function toPlainWords(text: string): string {
  return ` ${words.find(foldCase(text)).join(' ')} `;
}

/** Whether a phrase stands in a text, both as plain words: whole words, whatever is between them. */
export function holdsPhrase(text: string, phrase: string): boolean {
  if (!isUnspaced(phrase)) return text.includes(phrase);
  return text.replaceAll(' ', '').includes(phrase.replaceAll(' ', ''));
}

/** Whether it is of a script that has no spaces between words, so that a word is no run of letters. */
export function isUnspaced(phrase: string): boolean {
  return unspaced.test(phrase);
}
