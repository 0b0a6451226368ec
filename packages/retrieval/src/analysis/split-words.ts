/** How a word is turned into index terms. */
export type WordKind =
  /** Letters of a script that puts spaces between words. */
  | 'letters'
  /** A number, or a code that holds digits or underscores: `3.14`, `NCT01234567`, `foo_bar`. */
  | 'code'
  /** A run of Chinese, Japanese or Korean characters. */
  | 'cjk'
  /** A run of another script that puts no spaces between words, such as Thai. */
  | 'unspaced';

export interface Word {
  readonly text: string;
  readonly kind: WordKind;
}

const CJK = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー';
const UNSPACED = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const CHARACTER = `[[\\p{L}\\p{M}\\p{N}_]--[${CJK}${UNSPACED}]]`;
const DOTTED_NUMBER = `${CHARACTER}*\\p{Nd}(?:[.,]\\p{Nd}+)+`;
const WORD = `${CHARACTER}+(?:['’]${CHARACTER}+)*`;

const WORDS = new RegExp(`([${CJK}]+)|([${UNSPACED}]+)|(${DOTTED_NUMBER})|(${WORD})`, 'gv');
const CODE_CHARACTER = /[\p{N}_]/u;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const ARABIC_MARKS = /[\u0640\u064b-\u065f]/g;

/**
 * Brings text into one form: compatibility forms (full width, ligatures) become plain ones, case
 * is dropped, invisible marks go, Russian ё is е and German ß is ss.
 */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(INVISIBLE, '')
    .replace(ARABIC_MARKS, '')
    .replaceAll('ё', 'е')
    .replaceAll('ß', 'ss');
}

/** Words of normalised text, in order. */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [whole, cjk, unspaced, number] of text.matchAll(WORDS)) {
    if (cjk !== undefined) words.push({ text: whole, kind: 'cjk' });
    else if (unspaced !== undefined) words.push({ text: whole, kind: 'unspaced' });
    else if (number !== undefined) words.push({ text: withoutThousandsMarks(whole), kind: 'code' });
    else words.push({ text: whole, kind: CODE_CHARACTER.test(whole) ? 'code' : 'letters' });
  }
  return words;
}

function withoutThousandsMarks(number: string): string {
  return THOUSANDS.test(number) ? number.replaceAll(',', '') : number;
}
