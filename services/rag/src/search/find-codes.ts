import { foldCase } from './plain-words.ts';

/** Letters of scripts with spaces between words: elsewhere a number is within a sentence's run. */
const letter = '[[\\p{L}\\p{N}]--[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}]]';
/** Non-breaking hyphens, and the minus of typesetting. A dash is not one: it makes ranges. */
const hyphens = /[\u2010-\u2012\u2212\uFE63\uFF0D]/g;
/**
 * From letters alone to a number there is no range: `ERR\u201348`, unlike `12a\u201314` or
 * `A12\u2013A14`.
 */
const dashedCode = /(?<![\p{L}\p{N}])\p{L}+(?:\u2013\p{N}+\p{L}?(?![\p{L}\p{N}]))+/gu;
const number = '\\d+\\p{L}?';
const between = '\\s?(?:[,;\u2013&]|and|or|und|oder|bis|et|ou|и|или)\\s?';
/**
 * Numbers after two section signs, or after one: letters and digits, at most one sign between them.
 */
const code = new RegExp(
  [
    `(?<paragraphs>§§\\s?${number}(?:${between}${number}(?!${letter}))*)`,
    `§\\s?${number}`,
    `${letter}+(?:[\\-_.\\/]${letter}+)*`,
  ].join('|'),
  'gv',
);

/**
 * Finds words, codes and numbers of sections as they are written in a text, each as long as
 * possible. Several that are joined are returned one by one: `ERR-47/ERR-48`, `§§ 12, 13`.
 */
export function findCodes(text: string): string[] {
  const plain = text
    .replace(hyphens, '-')
    .replace(dashedCode, (dashed) => dashed.replaceAll('\u2013', '-'));
  return Array.from(plain.matchAll(code)).flatMap(({ 0: found, groups }) => {
    const numbers = groups?.paragraphs?.match(/\d+\p{L}?/gu);
    if (numbers) return numbers.map((one) => `§ ${one}`);
    const parts = found.split('/');
    return parts.length > 1 && parts.every(isCode) ? parts : found;
  });
}

/**
 * Returns true for letters and digits that are a code of their own: `ERR-47`, but not the 7 of
 * `AB-1200/7`.
 */
export function isCode(found: string): boolean {
  return /\p{L}/u.test(found) && (found.match(/\p{Nd}/gu)?.length ?? 0) >= 2;
}

const version = /^v?(?=\d+(?:\.\d+){2,}$)/i;

/** Returns a code, and a version with and without its letter: `v2.1.0` and `2.1.0`. */
export function listVersionForms(found: string): string[] {
  const bare = found.replace(version, '');
  return version.test(found) ? [found, bare === found ? `v${bare}` : bare] : [found];
}

/** Normalises a code for comparison: `§ 12` and `§12` are equal. */
export function foldCode(found: string): string {
  return foldCase(found).replace(/^§\s?/, '§');
}
