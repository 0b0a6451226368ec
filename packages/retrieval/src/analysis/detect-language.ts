import type { Word } from './split-words.ts';
import { type Language, stopWordsOf } from './stop-words.ts';

const CANDIDATES: readonly Language[] = [
  'dutch',
  'french',
  'german',
  'italian',
  'portuguese',
  'spanish',
  'swedish',
];

const WORDS_LOOKED_AT = 300;
const STOP_WORDS_NEEDED = 2;
const LEAD_OVER_ENGLISH = 1.5;

const LANGUAGES_BY_STOP_WORD = new Map<string, Language[]>();
for (const language of [...CANDIDATES, 'english'] as const) {
  for (const word of stopWordsOf(language)) {
    LANGUAGES_BY_STOP_WORD.set(word, [...(LANGUAGES_BY_STOP_WORD.get(word) ?? []), language]);
  }
}

/**
 * The language of a text in Latin script, by its stop words. English unless another language
 * clearly leads, so a short or mixed text is English.
 */
export function detectLatinLanguage(words: readonly Word[]): Language {
  const counts = new Map<Language, number>();
  for (const { text, kind } of words.slice(0, WORDS_LOOKED_AT)) {
    if (kind !== 'letters') continue;
    for (const language of LANGUAGES_BY_STOP_WORD.get(text) ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  let best: Language = 'english';
  let needed = Math.max(STOP_WORDS_NEEDED, (counts.get('english') ?? 0) * LEAD_OVER_ENGLISH);
  for (const language of CANDIDATES) {
    const count = counts.get(language) ?? 0;
    if (count >= needed && (best === 'english' || count > (counts.get(best) ?? 0))) {
      best = language;
      needed = count;
    }
  }
  return best;
}
