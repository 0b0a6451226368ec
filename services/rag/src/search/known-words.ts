import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** What earlier queries told of the words of one scope. */
export interface ScopeWords {
  /** Those that passages hold. */
  readonly known: Set<string>;
  /** Those that none holds, and to which none was near within the last minute. */
  readonly nearless: LRUCache<string, true>;
}

/** Words by organisation, generation and what the caller may look at. */
export type KnownWords = LRUCache<string, ScopeWords>;

const maxScopes = 100;
const maxWordsAScope = 50_000;
const maxNearless = 1_000;
const nearlessForMs = 60_000;

export function createKnownWords(): KnownWords {
  return new LRUCache({ max: maxScopes });
}

/** The words of one scope, to read and to add to. All are forgotten where there are too many. */
export function wordsOf(knownWords: KnownWords, scope: readonly unknown[]): ScopeWords {
  const key = createHash('sha256').update(JSON.stringify(scope)).digest('base64');
  const kept = knownWords.get(key);
  if (kept && kept.known.size < maxWordsAScope) return kept;
  const words = {
    known: new Set<string>(),
    nearless: new LRUCache<string, true>({ max: maxNearless, ttl: nearlessForMs }),
  };
  knownWords.set(key, words);
  return words;
}
