import type { SpellingCorrection } from '@lectern/contracts';

/** Matches a word that may be misspelt, but no field of a query in brackets and no operator. */
const wordPattern = /\[[^\]]*\]|(?<![\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const minLength = 4;
const maxWords = 30;

/** Returns the words of a search that may be misspelt, in lower case. */
export function listWords(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.match(wordPattern) ?? [])
    .filter((word) => /^[A-Za-z'’-]+$/.test(word) && word.length >= minLength)
    .map((word) => word.toLowerCase())
    .slice(0, maxWords);
}

/**
 * Returns the corrections of a search. If words were joined or split, everything between the first
 * and the last difference is one correction.
 */
export function readCorrections(
  words: readonly string[],
  spelt: string,
): readonly SpellingCorrection[] {
  const better = spelt.toLowerCase().split(/\s+/).filter(Boolean);
  if (better.length === words.length) {
    const pairs = words.map((written, at) => ({ written, searched: better[at] ?? written }));
    const changed = pairs.filter(({ written, searched }) => written !== searched);
    return [...new Map(changed.map((pair) => [pair.written, pair])).values()];
  }
  const shorter = Math.min(words.length, better.length);
  let start = 0;
  while (start < shorter && words[start] === better[start]) start += 1;
  let end = 0;
  while (end < shorter - start && words.at(-1 - end) === better.at(-1 - end)) end += 1;
  const written = words.slice(start, words.length - end).join(' ');
  const searched = better.slice(start, better.length - end).join(' ');
  return written && searched ? [{ written, searched }] : [];
}

/** Corrects the words of a text except the fields of a query. */
export function correctWords(text: string, corrections: readonly SpellingCorrection[]): string {
  const forms = corrections.map(({ written }) => written.replaceAll(' ', '\\s+'));
  if (forms.length === 0) return text;
  const pattern = new RegExp(
    `\\[[^\\]]*\\]|(?<![\\p{L}\\p{N}'’-])(?:${forms.join('|')})(?![\\p{L}\\p{N}'’-])`,
    'giu',
  );
  return text.replaceAll(pattern, (found) => {
    const plain = found.toLowerCase().replaceAll(/\s+/g, ' ');
    return corrections.find(({ written }) => written === plain)?.searched ?? found;
  });
}
