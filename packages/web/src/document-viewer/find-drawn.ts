import { type Squeezed, type Stretch, squeeze } from './find-words.ts';

/** Every place of words on a drawn page: all of its letters, in one stretch or in several. */
export type DrawnPlace = readonly Stretch[];

/**
 * Every place where the words stand on a drawn page. Hyphens that break a word at the end of a line
 * are on the page only, so they are left out of the place: `know-|ledge` is where `knowledge` stands.
 */
export function findDrawn(drawnText: string, words: string): DrawnPlace[] {
  const drawn = takeHyphens(squeeze(drawnText));
  const wanted = takeHyphens(squeeze(words));
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
  /** Where the hyphens before each letter are; those at the end stand behind the last. */
  readonly hyphens: readonly (readonly number[])[];
}

function takeHyphens({ letters, indexes }: Squeezed): Hyphenless {
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

/** The place on the page, if it has the same hyphens as the words; one at a line's end may be extra. */
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
    /^[^\S\n]*\n\s*\p{Ll}/u.test(drawnText.slice(index + 1, index + 12))
  );
}
