import type { SpellingCorrection } from '@lectern/contracts';

/** A word that may be misspelt; in brackets stands a field of a query, and operators are no words. */
const wordPattern = /\[[^\]]*\]|(?<![\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const minLength = 4;
const maxWords = 30;

/** The words of a search that may be misspelt, in small letters. */
export function listWords(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.match(wordPattern) ?? [])
    .filter((word) => /^[A-Za-z'’-]+$/.test(word) && word.length >= minLength)
    .map((word) => word.toLowerCase())
    .slice(0, maxWords);
}

/**
 * What is to be searched for in place of which words. Where words were joined or split, the stretch
 * between the first and the last one that differ is one correction.
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

/** A text with its words corrected; the fields of a query stay as they are. */
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
