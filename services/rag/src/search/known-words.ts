import { createHash } from 'node:crypto';

/** Words that passages hold, by organisation, generation and what the caller may look at. */
export type KnownWords = Map<string, Set<string>>;

const maxScopes = 100;
const maxWordsAScope = 50_000;

/** The words of one scope, to read and to add to. All are forgotten where there are too many. */
export function wordsOf(knownWords: KnownWords, scope: readonly unknown[]): Set<string> {
  const key = createHash('sha256').update(JSON.stringify(scope)).digest('base64');
  const known = knownWords.get(key);
  if (known && known.size < maxWordsAScope) return known;
  if (knownWords.size >= maxScopes) knownWords.clear();
  const words = new Set<string>();
  knownWords.set(key, words);
  return words;
}
