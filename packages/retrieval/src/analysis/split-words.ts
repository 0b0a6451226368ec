import { nameGreekLetters } from './greek-letters.ts';
import { toAsciiDigits } from './read-number.ts';

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
  /** True for a word with a capital as its first letter. */
  readonly isCapital: boolean;
  /** True for a word with a capital after its first letter: `SARS`, `CoV`. */
  readonly isAcronym: boolean;
  /** Comparison sign before a number: `<`, `>`, `≤`, `≥`, `≠`, `±`, `≈`. */
  readonly comparison: string;
  /** Signs that belong to the word: `.` of `.NET`, `-` of `-80`. */
  readonly before: string;
  /** Signs that belong to the word: `++` of `C++`, `-` of `HER2-`. */
  readonly after: string;
  /** Text between the word and the one before; undefined for more than one character. */
  readonly link: 'hyphen' | 'slash' | 'space' | undefined;
}

const cjkCharacters = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー';
const unspacedScripts = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const character = `[[\\p{L}\\p{M}\\p{N}_]--[${cjkCharacters}${unspacedScripts}]]`;
const dottedNumber = `${character}*\\p{Nd}(?:[.,'’٫٬]\\p{Nd}+)+`;
const wordCharacters = `${character}+(?:['’]${character}+)*`;
const hyphens = '\\-\\u2010\\u2011\\u2012\\u2013\\u2212';
const comparison =
  '(?<![<>=~\\-])(?:[<>]=|[<>≤≥⩽⩾≠±≈~])(?=\\s?\\p{Sc}?\\s?[+\\-\\u2212]?\\.?\\p{N})';
const signBefore = `(?<![\\p{L}\\p{N}\\p{M}_.+#@${hyphens}])(?:[+${hyphens}]\\.?(?=\\p{N})|[.](?=\\p{L})|[#@](?=[\\p{L}\\p{N}]))`;
const signAfter = `(?:\\+{1,2}|[#*${hyphens}])(?![\\p{L}\\p{N}_+#*${hyphens}])`;
const wordSegmenter = new RegExp(
  `([${cjkCharacters}]+)|([${unspacedScripts}]+)|(${comparison})|(${signBefore})?(?:${dottedNumber}|${wordCharacters})(${signAfter})?`,
  'gv',
);
const comparisonForms: Readonly<Record<string, string>> = {
  '<=': '≤',
  '⩽': '≤',
  '>=': '≥',
  '⩾': '≥',
  '~': '≈',
};
const sharpS = /[ßẞ]/g;
const codeCharacter = /[\p{N}_]/u;
const anyHyphen = new RegExp(`[${hyphens}]`, 'gv');
const invisibleCharacters = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** Within a word: `צה״ל`. */
const hebrewQuotes = /(?<=\p{sc=Hebrew})["'״׳](?=\p{sc=Hebrew})/gu;
const arabicMarks = /[\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;

/**
 * Normalises text: compatibility forms (full width, ligatures) become plain ones, letters lower
 * case, digits those of ASCII, invisible marks are removed, Russian ё becomes е, German ß
 * becomes ss, and single Greek letters their names.
 */
export function normalizeText(text: string): string {
  return normalizeForms(text).toLowerCase();
}

function normalizeForms(text: string): string {
  return nameGreekLetters(toAsciiDigits(text.normalize('NFKC')))
    .replace(invisibleCharacters, '')
    .replace(arabicMarks, '')
    .replace(hebrewQuotes, '')
    .replaceAll('ё', 'е')
    .replaceAll('Ё', 'Е')
    .replace(sharpS, 'ss');
}

/** Returns the words of a text in order, normalised. */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  const normal = normalizeForms(text);
  let end = -2;
  let comparison = '';
  for (const match of normal.matchAll(wordSegmenter)) {
    const [found, cjk, unspaced, compared, before = '', after = ''] = match;
    if (compared !== undefined) {
      comparison = comparisonForms[compared] ?? compared;
      continue;
    }
    const kind = cjk !== undefined ? 'cjk' : unspaced !== undefined ? 'unspaced' : undefined;
    const written = found.slice(before.length, found.length - after.length);
    const bare = written.toLowerCase();
    words.push({
      text: bare,
      isCapital: written.charAt(0) !== bare.charAt(0),
      isAcronym: written.slice(1) !== bare.slice(1),
      comparison,
      kind: kind ?? (codeCharacter.test(bare) ? 'code' : 'letters'),
      before: before.replace(anyHyphen, '-'),
      after: after.replace(anyHyphen, '-'),
      link: readLink(normal, end, match.index),
    });
    comparison = '';
    end = match.index + found.length;
  }
  return words;
}

function readLink(text: string, end: number, start: number): Word['link'] {
  if (end + 1 !== start) return undefined;
  const between = text.charAt(end);
  if (between === ' ') return 'space';
  if (between === '/') return 'slash';
  return between.match(anyHyphen) ? 'hyphen' : undefined;
}
