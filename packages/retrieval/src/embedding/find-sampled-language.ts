import { detectQuestionLanguage } from '../analysis/detect-language.ts';
import { languageSamples, type SampledLanguage } from './language-samples.ts';

const scripts: readonly (readonly [SampledLanguage, RegExp])[] = [
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['han', /\p{Script=Han}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['hangul', /\p{Script=Hangul}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
];
const latin = /\p{Script=Latin}/gu;

/**
 * The language that most of a query's letters are of; undefined for English and for languages that
 * there are no samples of. Chinese characters beside Japanese ones are Japanese.
 */
export function findSampledLanguage(query: string): SampledLanguage | undefined {
  const letters = query.match(latin)?.length ?? 0;
  let best: SampledLanguage | undefined;
  let most = letters;
  for (const [language, letter] of scripts) {
    const count = query.match(letter)?.length ?? 0;
    const isJapanese = language === 'kana' && best === 'han' && count > 0;
    if (count <= most && !isJapanese) continue;
    best = language;
    most = Math.max(most, count);
  }
  if (best !== undefined || letters === 0) return best;
  const language = detectQuestionLanguage(query);
  return isSampled(language) ? language : undefined;
}

function isSampled(language: string): language is SampledLanguage {
  return Object.hasOwn(languageSamples, language);
}
