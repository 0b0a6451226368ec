import { splitWords, type Word } from './split-words.ts';
import { type Language, stopWordsOf } from './stop-words.ts';

const candidates: readonly Language[] = [
  'dutch',
  'french',
  'german',
  'italian',
  'portuguese',
  'spanish',
  'swedish',
];

const wordsLookedAt = 300;
const stopWordsNeeded = 2;
const leadOverEnglish = 1.5;

const languagesByStopWord = new Map<string, Language[]>();
for (const language of [...candidates, 'english'] as const) {
  for (const word of stopWordsOf(language)) {
    languagesByStopWord.set(word, [...(languagesByStopWord.get(word) ?? []), language]);
  }
}

/**
 * Detects the language of a text in Latin script by its stop words. Returns English unless another
 * language clearly leads, so a short or mixed text is English.
 */
export function detectLatinLanguage(words: readonly Word[], needed = stopWordsNeeded): Language {
  const counts = new Map<Language, number>();
  for (const { text, kind } of words.slice(0, wordsLookedAt)) {
    if (kind !== 'letters') continue;
    for (const language of languagesByStopWord.get(text) ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  let best: Language = 'english';
  let minCount = Math.max(needed, (counts.get('english') ?? 0) * leadOverEnglish);
  for (const language of candidates) {
    const count = counts.get(language) ?? 0;
    if (count >= minCount && (best === 'english' || count > (counts.get(best) ?? 0))) {
      best = language;
      minCount = count;
    }
  }
  return best;
}

/** Detects the language of a question; one stop word suffices, since questions are short. */
export function detectLatinQuestionLanguage(text: string): Language {
  return detectLatinLanguage(splitWords(text), 1);
}

/**
 * Detects the language in which a question is compared with texts: its own, or that of the texts
 * where it has no stop word of another language than English.
 */
export function detectComparedLanguage(question: string, texts: readonly string[]): Language {
  const own = detectLatinQuestionLanguage(question);
  return own === 'english' ? detectLatinLanguage(splitWords(texts.join('\n'))) : own;
}
