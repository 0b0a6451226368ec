import { detectLatinQuestionLanguage } from './detect-language.ts';

/** Languages in which the service's own sentences are written. */
export type Language = 'de' | 'en' | 'es' | 'fr' | 'ja' | 'ko' | 'ru' | 'zh';

const scripts: readonly (readonly [Language, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
];

/** Of the languages in Latin script that searching tells apart, those that have sentences. */
const latinLanguages: Readonly<Record<string, Language>> = {
  french: 'fr',
  german: 'de',
  spanish: 'es',
};

/** Share of letters in a script that makes a text one of that script. */
const scriptShare = 0.3;

/** The language of a question, by its script, or by stop words as searching tells it; English when in doubt. */
export function detectLanguage(text: string): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'en';
  for (const [language, pattern] of scripts) {
    if ((text.match(pattern)?.length ?? 0) / letters >= scriptShare) return language;
  }
  return latinLanguages[detectLatinQuestionLanguage(text)] ?? 'en';
}
