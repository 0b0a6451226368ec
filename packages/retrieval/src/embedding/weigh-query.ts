import { detectLatinQuestionLanguage } from '../analysis/detect-language.ts';
import { isFewWords } from '../analysis/is-few-words.ts';
import type { Language } from '../analysis/stop-words.ts';
import type { Embedder } from './embedder.ts';

/** Chosen by leave-one-out over the test collections. */
const shareOfFewWords = 0.3;

const codes: Readonly<Partial<Record<Language, string>>> = {
  dutch: 'nl',
  french: 'fr',
  german: 'de',
  italian: 'it',
  portuguese: 'pt',
  spanish: 'es',
  swedish: 'sv',
};

/** Unicode scripts of the ISO 15924 codes that stand for several scripts. */
const scriptsOfCode: Readonly<Record<string, readonly string[]>> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
};

/**
 * Returns the weight of the dense ranking for a query, from 0 to the embedder's own weight: 0 in a
 * language that the model does not know, less for a few words that are not a question, which mostly
 * stand in the passage as they are.
 */
export function weighQuery(
  { denseWeight, languages }: Pick<Embedder, 'denseWeight' | 'languages'>,
  query: string,
): number {
  if (languages && !isInLanguages(query, languages)) return 0;
  return denseWeight * (isFewWords(query) ? shareOfFewWords : 1);
}

/** Returns the ISO 15924 code of the script that a language is mostly written in. */
export function findScript(language: string): string | undefined {
  return new Intl.Locale(language).maximize().script;
}

/**
 * English counts as known with any language in Latin script, since undetected languages look like
 * it.
 */
function isInLanguages(query: string, languages: readonly string[]): boolean {
  const scripts = languages.flatMap((language) => {
    const script = findScript(language);
    return script === undefined ? [] : (scriptsOfCode[script] ?? [script]);
  });
  const count = (pattern: RegExp) => query.match(pattern)?.length ?? 0;
  const half = count(/\p{L}/gu) / 2;
  const known = new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'gu');
  if (count(known) < half) return false;
  if (count(/\p{Script=Latin}/gu) <= half) return true;
  const code = codes[detectLatinQuestionLanguage(query)];
  return code === undefined || languages.includes(code);
}
