import { foldCase } from './plain-words.ts';

/** Of scripts that put spaces between words: elsewhere a number stands inside a sentence's run. */
const letter = '[[\\p{L}\\p{N}]--[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}]]';
/** Letters and digits with at most one sign between them, and numbers of paragraphs. */
const code = new RegExp(`§+\\s?\\d+\\p{L}?|${letter}+(?:[\\-_.\\/]${letter}+)*`, 'gv');

/** Words, codes and numbers of paragraphs as they stand in a text: each as long as it goes. */
export function findCodes(text: string): string[] {
  return Array.from(text.matchAll(code), ([found]) => found);
}

/** The form in which codes are compared: `§ 12`, `§12` and `§§ 12` are one. */
export function foldCode(found: string): string {
  return foldCase(found).replace(/^§+\s?/, '§');
}
