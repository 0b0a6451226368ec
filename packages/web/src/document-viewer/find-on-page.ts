import { type Squeezed, type Stretch, squeeze } from './find-words.ts';

/** All letters of an occurrence on a rendered page, in one or more ranges. */
export type DrawnPlace = readonly Stretch[];

/**
 * Finds every occurrence of the words on a rendered page. Hyphens that break a word at the end of a
 * line are skipped, so `know-|ledge` matches `knowledge`. Signs that only the parsed text has for
 * raised and lowered text, notes and targets of links are skipped too, so `108` matches `10^8`.
 */
export function findOnPage(drawnText: string, words: string): DrawnPlace[] {
  const found = findWords(drawnText, words);
  return found.length > 0 ? found : findWords(drawnText, withoutAddedSigns(words));
}

function withoutAddedSigns(words: string): string {
  return words
    .replace(/ \((?:[a-z]+:|[^\s()@]+@)\S+\)/g, '')
    .replace(/ ?\[note ([^\]]*)\]/g, '$1')
    .replace(/[\^_](?:\(([^()]*)\)|(?=[\p{L}\p{N}+-]))/gu, '$1');
}

function findWords(drawnText: string, words: string): DrawnPlace[] {
  const drawn = separateHyphens(squeeze(drawnText));
  const wanted = separateHyphens(squeeze(words));
  if (wanted.letters === '') return [];
  const found: DrawnPlace[] = [];
  let from = drawn.letters.indexOf(wanted.letters);
  while (from >= 0) {
    const place = compareHyphens(drawnText, drawn, { wanted, from });
    if (place) found.push(place);
    from = drawn.letters.indexOf(wanted.letters, from + 1);
  }
  return found;
}

interface Hyphenless extends Squeezed {
  /** Indexes of the hyphens before each letter; trailing ones are behind the last. */
  readonly hyphens: readonly (readonly number[])[];
}

function separateHyphens({ letters, indexes }: Squeezed): Hyphenless {
  let kept = '';
  const keptIndexes: number[] = [];
  const hyphens: number[][] = [[]];
  for (let at = 0; at < letters.length; at += 1) {
    const index = indexes[at] ?? 0;
    if (/[-\u2010]/.test(letters[at] ?? '')) hyphens.at(-1)?.push(index);
    else {
      kept += letters[at];
      keptIndexes.push(index);
      hyphens.push([]);
    }
  }
  return { letters: kept, indexes: keptIndexes, hyphens };
}

/** Returns the occurrence if its hyphens equal those of the words, except at the ends of lines. */
function compareHyphens(
  drawnText: string,
  drawn: Hyphenless,
  { wanted, from }: { readonly wanted: Hyphenless; readonly from: number },
): DrawnPlace | undefined {
  const { length } = wanted.letters;
  const lead = wanted.hyphens[0]?.length ?? 0;
  const trail = wanted.hyphens[length]?.length ?? 0;
  const before = lead > 0 ? (drawn.hyphens[from]?.slice(-lead) ?? []) : [];
  const behind = drawn.hyphens[from + length]?.slice(0, trail) ?? [];
  if (before.length < lead || behind.length < trail) return undefined;
  const place: Stretch[] = [];
  let start = before[0] ?? drawn.indexes[from] ?? 0;
  for (let at = 1; at < length; at += 1) {
    const onPage = drawn.hyphens[from + at] ?? [];
    const inWords = wanted.hyphens[at] ?? [];
    if (onPage.length === inWords.length) continue;
    const [broken, ...others] = onPage;
    if (broken === undefined || others.length > 0 || inWords.length > 0) return undefined;
    if (!breaksWord(drawnText, broken)) return undefined;
    place.push({ start, end: broken });
    start = drawn.indexes[from + at] ?? 0;
  }
  const last = behind.at(-1) ?? drawn.indexes[from + length - 1] ?? 0;
  return [...place, { start, end: last + 1 }];
}

function breaksWord(drawnText: string, index: number): boolean {
  return (
    /\p{L}$/u.test(drawnText.slice(Math.max(0, index - 2), index)) &&
    /^[^\S\n]*[\n\u200b]\s*\p{Ll}/u.test(drawnText.slice(index + 1, index + 12))
  );
}
