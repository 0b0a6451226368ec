import { findNearWord } from './find-near-word.ts';
import { listAbsentWords, listSpelledWords, listWrittenWords, termsOf } from './spelled-words.ts';
import { readPassages, recallTerms, type SpellingSource } from './spelling-source.ts';

/** A word that no passage of the scope holds, and a near one that some do. */
export interface Correction {
  readonly word: string;
  readonly instead: string;
}

export interface FindCorrectionsOptions {
  /** What the query has found so far: its words need not be looked up. */
  readonly shownTexts: readonly string[];
  /** Words that passages of this scope hold, from earlier queries; it grows with each. */
  readonly known: Set<string>;
  /** Absent words to which none was near a moment ago; it grows with each. They are left as they are. */
  readonly nearless: { has(word: string): boolean; set(word: string, isNearless: true): unknown };
}

const maxCorrections = 3;
/** One look tells of all absent words at once, but in passages of some of them alone. */
const maxLooks = 2;
const passagesALook = 8;

/**
 * Near words for those words of a query that no passage of the scope holds; the first three at
 * most. A query whose words all occur gives none, and so does a word without a near one. Codes,
 * numbers and words of fewer than five letters are left as they are.
 */
export async function findCorrections(
  source: SpellingSource,
  query: string,
  { shownTexts, known, nearless }: FindCorrectionsOptions,
): Promise<Correction[]> {
  const { analyzer } = source;
  const spelled = listSpelledWords(analyzer, query);
  const unknown = spelled.filter((word) => !known.has(word));
  const asked = unknown.filter((word) => !nearless.has(word));
  if (asked.length === 0) return [];
  const absent = await dropHeldWords(
    source,
    learn(source, asked, { texts: shownTexts, known }),
    known,
  );
  const allAbsent = absent.length + unknown.length - asked.length;
  if (isForeign(allAbsent, spelled.length)) return [];
  const found = await Promise.all(
    absent.slice(0, maxCorrections).map(async (word) => {
      const instead = await findNearWord(source, word);
      if (instead !== undefined) return [{ word, instead }];
      nearless.set(word, true);
      return [];
    }),
  );
  return found.flat();
}

/** Where most of several words are absent, the query is of another language or subject. */
function isForeign(absent: number, all: number): boolean {
  return absent > 2 && absent > all / 2;
}

async function dropHeldWords(
  source: SpellingSource,
  words: readonly string[],
  known: Set<string>,
): Promise<readonly string[]> {
  let absent = words;
  for (let look = 0; look < maxLooks && absent.length > 1; look += 1) {
    const terms = absent.flatMap((word) => termsOf(source.analyzer, word));
    const texts = await readPassages(source, terms, passagesALook);
    if (texts === undefined) return absent;
    absent = learn(source, absent, { texts, known });
  }
  const held = await Promise.all(
    absent.map(async (word) => {
      const hits = await recallTerms(source, termsOf(source.analyzer, word), 1);
      return hits.length > 0;
    }),
  );
  return absent.filter((word, at) => {
    if (held[at]) known.add(word);
    return !held[at];
  });
}

/** Remembers the texts' words, and gives those that are still not found. */
function learn(
  { analyzer }: SpellingSource,
  words: readonly string[],
  { texts, known }: { readonly texts: readonly string[]; readonly known: Set<string> },
): string[] {
  const written = listWrittenWords(texts);
  for (const word of written) known.add(word);
  const absent = listAbsentWords(analyzer, words, written);
  for (const word of words) if (!absent.includes(word)) known.add(word);
  return absent;
}
