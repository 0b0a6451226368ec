import { isStopWord } from '../analysis/stop-words.ts';
import { listNearWords } from './near-words.ts';
import { termsOf } from './spelled-words.ts';
import { type SpellingSource, searchTerms } from './spelling-source.ts';

/** Short words have more neighbours; those with the same first letter are looked up first. */
const maxLookedUp = 8;
const countedPassages = 100;

/**
 * Returns the similar word that most passages contain: with two letters swapped, one inserted, one
 * replaced or one missing. First letters are seldom wrong, so a word that begins otherwise counts a
 * third. Returns undefined where no passage contains one.
 */
export async function findNearWord(
  source: SpellingSource,
  mistyped: string,
): Promise<string | undefined> {
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
