import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Words of passages, from earlier queries, by organisation, index version and rights. */
export type KnownWords = LRUCache<string, Set<string>>;

const maxScopes = 100;
const maxWordsAScope = 50_000;

export function createKnownWords(): KnownWords {
  return new LRUCache({ max: maxScopes });
}

/**
 * Returns the words of one scope, to read and to add to. All scopes are dropped when there are too
 * many.
 */
export function wordsOf(knownWords: KnownWords, scope: readonly unknown[]): Set<string> {
  const key = hash('sha256', JSON.stringify(scope), 'base64');
  const kept = knownWords.get(key);
  if (kept && kept.size < maxWordsAScope) return kept;
  const words = new Set<string>();
  knownWords.set(key, words);
  return words;
}
