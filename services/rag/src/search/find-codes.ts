import { foldCase } from './plain-words.ts';

/** Of scripts that put spaces between words: elsewhere a number stands inside a sentence's run. */
const letter = '[[\\p{L}\\p{N}]--[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}]]';
/** Hyphens that do not break a line, and the minus of typesetting. A dash is none: it makes ranges. */
const hyphens = /[\u2010-\u2012\u2212\uFE63\uFF0D]/g;
/** But from letters alone to a number nothing ranges: `ERR\u201348`, and not `12a\u201314` or `A12\u2013A14`. */
const dashedCode = /(?<![\p{L}\p{N}])\p{L}+(?:\u2013\p{N}+\p{L}?(?![\p{L}\p{N}]))+/gu;
const number = '\\d+\\p{L}?';
const between = '\\s?(?:[,;\u2013&]|and|or|und|oder|bis|et|ou|и|или)\\s?';
/** What two signs of paragraphs name; what one does; letters and digits, at most one sign between them. */
const code = new RegExp(
  [
    `(?<paragraphs>§§\\s?${number}(?:${between}${number}(?!${letter}))*)`,
    `§\\s?${number}`,
    `${letter}+(?:[\\-_.\\/]${letter}+)*`,
  ].join('|'),
  'gv',
);

/**
 * Words, codes and numbers of paragraphs as they stand in a text, each as long as it goes. Several that
 * are written together are told one by one: `ERR-47/ERR-48`, `§§ 12, 13`.
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

/** Whether letters and digits are a code of themselves: `ERR-47`, and not the 7 of `AB-1200/7`. */
export function isCode(found: string): boolean {
  return /\p{L}/u.test(found) && (found.match(/\p{Nd}/gu)?.length ?? 0) >= 2;
}

/** The form in which codes are compared: `§ 12` and `§12` are one. */
export function foldCode(found: string): string {
  return foldCase(found).replace(/^§\s?/, '§');
}
