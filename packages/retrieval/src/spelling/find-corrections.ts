import { isStopWord } from '../analysis/stop-words.ts';
import { listNearWords } from './near-words.ts';
import { listAbsentWords, listLongWords, listSearchedWords, termsOf } from './spelled-words.ts';
import { type SpellingSource, searchTerms } from './spelling-source.ts';

/** A word that no passage of the scope contains, and a similar one that some do. */
export interface Correction {
  readonly word: string;
  readonly instead: string;
}

export interface FindCorrectionsOptions {
  /** Passages that the query has found so far: their words need not be looked up. */
  readonly shownTexts: readonly string[];
  /** Words of earlier queries that passages of this scope contain; each query adds to it. */
  readonly known: Set<string>;
}

const maxCorrections = 3;

/**
 * Finds similar words for those words of a query that no passage of the scope contains; at most the
 * first three. Returns none for a query whose words all occur, and none for a word without a
 * similar one. Common words, codes, numbers and words of fewer than five letters are never
 * corrected.
 */
export async function findCorrections(
  source: SpellingSource,
  query: string,
  { shownTexts, known }: FindCorrectionsOptions,
): Promise<Correction[]> {
  const { analyzer } = source;
  const longWords = listLongWords(query);
  // Nearly all queries end here, so that they need no analysis.
  if (longWords.every((word) => known.has(word) || source.isCommonWord(word))) return [];
  const spelled = listSearchedWords(analyzer, query, longWords);
  const unknown = spelled.filter((word) => !known.has(word));
  if (unknown.every(source.isCommonWord)) return [];
  const notShown = listAbsentWords(analyzer, unknown, shownTexts);
  for (const word of unknown) if (!notShown.includes(word)) known.add(word);
  const common = notShown.filter(source.isCommonWord);
  const uncommon = notShown.filter((word) => !source.isCommonWord(word));
  const mistyped = await dropHeldWords(source, uncommon, known);
  if (mistyped.length === 0) return [];
  // Common words only indicate whether the query is in another language: they are looked up only if
  // that can be.
  const mayBeForeign = isForeign(mistyped.length + common.length, spelled.length);
  const absent = mayBeForeign ? await dropHeldWords(source, common, known) : [];
  if (isForeign(mistyped.length + absent.length, spelled.length)) return [];
  const found = await Promise.all(
    mistyped.slice(0, maxCorrections).map(async (word) => {
      const instead = await findNearWord(source, word);
      return instead === undefined ? [] : [{ word, instead }];
    }),
  );
  return found.flat();
}

/** If most of several words are absent, the query is of another language or subject. */
function isForeign(absent: number, all: number): boolean {
  return absent > 2 && absent > all / 2;
}

async function dropHeldWords(
  source: SpellingSource,
  words: readonly string[],
  known: Set<string>,
): Promise<readonly string[]> {
  const held = await Promise.all(
    words.map(async (word) => {
      const hits = await searchTerms(source, termsOf(source.analyzer, word), 1);
      return hits.length > 0;
    }),
  );
  return words.filter((word, at) => {
    if (held[at]) known.add(word);
    return !held[at];
  });
}

/** Short words have more neighbours; those with the same first letter are looked up first. */
const maxLookedUp = 8;
const countedPassages = 100;

/**
 * Returns the similar word that most passages contain: with two letters swapped, one inserted, one
 * replaced or one missing. First letters are seldom wrong, so a word that begins otherwise counts a
 * third. Returns undefined where no passage contains one.
 */
async function findNearWord(source: SpellingSource, mistyped: string): Promise<string | undefined> {
  const { analyzer } = source;
  const own = new Set(termsOf(analyzer, mistyped));
  const beginsAlike = (word: string) => word[0] === mistyped[0];
  const noted = await source.filterStoredWords(
    listNearWords(mistyped).filter((word) => !isStopWord(word)),
  );
  const likely = noted.toSorted((a, b) => Number(beginsAlike(b)) - Number(beginsAlike(a)));
  const rated = await Promise.all(
    likely.slice(0, maxLookedUp).map(async (word) => {
      const terms = termsOf(analyzer, word).filter((term) => !own.has(term));
      const hits = terms.length > 0 ? await searchTerms(source, terms, countedPassages) : [];
      return { word, points: hits.length * (beginsAlike(word) ? 3 : 1) };
    }),
  );
  const [best] = rated.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  return best?.word;
}
