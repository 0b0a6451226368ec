import type { Language } from './languages.ts';

/** Returns the first wanted language tag that has a translation, else English. */
export function pickLanguage(
  translations: Readonly<Record<Language, unknown>>,
  wanted: readonly string[],
): Language {
  const tags = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return tags.find((tag): tag is Language => Object.hasOwn(translations, tag)) ?? 'en';
}
