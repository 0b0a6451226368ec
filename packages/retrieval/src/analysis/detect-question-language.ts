import { detectLatinQuestionLanguage } from './detect-language.ts';

/** Languages of the service's own sentences. */
export type Language = 'de' | 'en' | 'es' | 'fr' | 'ja' | 'ko' | 'ru' | 'zh';

const scripts: readonly (readonly [Language, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
];

/** Languages of the service by their names in text analysis, for Latin script. */
const latinLanguages: Readonly<Record<string, Language>> = {
  french: 'fr',
  german: 'de',
  spanish: 'es',
};

/** Minimum share of letters in a script. */
const scriptShare = 0.3;

/** Returns the language of a question by its script or its stop words. English when in doubt. */
export function detectLanguage(text: string): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'en';
  for (const [language, pattern] of scripts) {
    if ((text.match(pattern)?.length ?? 0) / letters >= scriptShare) return language;
  }
  return latinLanguages[detectLatinQuestionLanguage(text)] ?? 'en';
}
