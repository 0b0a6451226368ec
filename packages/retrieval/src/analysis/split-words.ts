/** Kind of a word, which decides how it becomes index terms. */
export type WordKind =
  /** Letters of a script that puts spaces between words. */
  | 'letters'
  /** A number, or a code with digits or underscores: `3.14`, `NCT01234567`, `foo_bar`. */
  | 'code'
  /** A run of Chinese, Japanese or Korean characters. */
  | 'cjk'
  /** A run of another script that puts no spaces between words, such as Thai. */
  | 'unspaced';

export interface Word {
  readonly text: string;
  readonly kind: WordKind;
}

const cjkCharacters = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー';
const unspacedScripts = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const character = `[[\\p{L}\\p{M}\\p{N}_]--[${cjkCharacters}${unspacedScripts}]]`;
const dottedNumber = `${character}*\\p{Nd}(?:[.,]\\p{Nd}+)+`;
const wordCharacters = `${character}+(?:['’]${character}+)*`;

const wordSegmenter = new RegExp(
  `([${cjkCharacters}]+)|([${unspacedScripts}]+)|(${dottedNumber})|(${wordCharacters})`,
  'gv',
);
const codeCharacter = /[\p{N}_]/u;
const thousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const invisibleCharacters = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const arabicMarks = /[\u0640\u064b-\u065f]/g;

/**
 * Normalises text: compatibility forms (full width, ligatures) become plain ones, letters lower
 * case, invisible marks are removed, Russian ё becomes е and German ß becomes ss.
 */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(invisibleCharacters, '')
    .replace(arabicMarks, '')
    .replaceAll('ё', 'е')
    .replaceAll('ß', 'ss');
}

/** Returns the words of normalised text in order. */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [whole, cjk, unspaced, number] of text.matchAll(wordSegmenter)) {
    if (cjk !== undefined) words.push({ text: whole, kind: 'cjk' });
    else if (unspaced !== undefined) words.push({ text: whole, kind: 'unspaced' });
    else if (number !== undefined) words.push({ text: withoutThousandsMarks(whole), kind: 'code' });
    else words.push({ text: whole, kind: codeCharacter.test(whole) ? 'code' : 'letters' });
  }
  return words;
}

function withoutThousandsMarks(number: string): string {
  return thousands.test(number) ? number.replaceAll(',', '') : number;
}
