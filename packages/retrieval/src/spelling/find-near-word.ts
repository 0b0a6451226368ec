import { withoutAccents } from '../analysis/stem-word.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { listNearWords } from './near-words.ts';
import { listWrittenWords, termsOf } from './spelled-words.ts';
import { readPassages, recallTerms, type SpellingSource } from './spelling-source.ts';

/** Each look brings passages of one near word or more. */
const maxLooks = 4;
const passagesALook = 8;
const countedPassages = 100;
/** Letters at the end in which a longer near word may differ from the form of it that is written. */
const maxEnding = 2;
const longWord = 7;

/**
 * The word near to this one that most passages hold: with two letters swapped, one too many, one
 * wrong or one left out, in any of its forms. Undefined where no passage holds one.
 */
export async function findNearWord(
  source: SpellingSource,
  mistyped: string,
): Promise<string | undefined> {
  const { analyzer } = source;
  // Accents that were typed are meant: `Bücher` is no slip for `butchers`.
  const isPlain = withoutAccents(mistyped) === mistyped;
  const spellings = new Map<string, string[]>();
  for (const near of listNearWords(mistyped)) {
    for (const term of termsOf(analyzer, near)) {
      spellings.set(term, [...(spellings.get(term) ?? []), near]);
    }
  }
  const wanted = new Set(spellings.keys());
  for (const term of termsOf(analyzer, mistyped)) wanted.delete(term);

  const found = new Map<string, string>();
  for (let look = 0; look < maxLooks && wanted.size > 0; look += 1) {
    const texts = await readPassages(source, [...wanted], passagesALook);
    if (texts === undefined) break;
    const seen = new Set<string>();
    for (const written of listWrittenWords(texts)) {
      const [term = ''] = termsOf(analyzer, written);
      if (!wanted.has(term)) continue;
      seen.add(term);
      if (isStopWord(written)) continue;
      const compared = isPlain ? withoutAccents(written) : written;
      const near = spellings.get(term) ?? [];
      const isForm = !found.has(term) && near.some((each) => isFormOf(each, compared));
      if (isForm || near.includes(compared)) found.set(term, written);
    }
    if (seen.size === 0) break;
    for (const term of seen) wanted.delete(term);
  }
  return chooseWord(source, mistyped, found);
}

/** A stem alone may join words that differ: `stations`, mistyped as `estations`, and `estate`. */
function isFormOf(near: string, written: string): boolean {
  const ending = near.length < longWord ? 1 : maxEnding;
  const isAsLong = Math.abs(written.length - near.length) <= ending;
  return isAsLong && written.startsWith(near.slice(0, near.length - ending));
}

/** The one of most passages; first letters seldom slip, so one that begins otherwise counts a third. */
async function chooseWord(
  source: SpellingSource,
  word: string,
  found: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  if (found.size < 2) return [...found.values()][0];
  const rated = await Promise.all(
    Array.from(found, async ([term, written]) => {
      const { length } = await recallTerms(source, [term], countedPassages);
      return { written, points: written[0] === word[0] ? 3 * length : length };
    }),
  );
  return rated.toSorted((a, b) => b.points - a.points)[0]?.written;
}
