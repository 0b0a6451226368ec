import { namesSomething, type ResearchFrame, type Warning } from '@lectern/contracts';
import { type InEachLanguage, languageOf } from '../answer-language.ts';
import { wrongNctPattern } from '../study-numbers.ts';

interface UnusedTexts {
  quote(word: string): string;
  searchable(words: string): string;
  empty(words: string): string;
}

const texts: InEachLanguage<UnusedTexts> = {
  en: {
    quote: (word) => `"${word}"`,
    searchable: (words) =>
      `Not searched for: ${words}. To search for them, put them among the terms.`,
    empty: (words) => `Not searched for: ${words}.`,
  },
  ru: {
    quote: (word) => `«${word}»`,
    searchable: (words) => `Не искались слова: ${words}. Чтобы искать их, добавьте их к терминам.`,
    empty: (words) => `Не искались слова: ${words}.`,
  },
};

/** Names the words of a question that the services are not asked for, in its language, so that none goes silently. */
export function warnOfUnused({ unused }: Pick<ResearchFrame, 'unused'>, query: string): Warning[] {
  // A number that no study has finds nothing among the terms either; `warnOfNumbers` tells it.
  const words = unused.filter((word) => word.replace(wrongNctPattern, '').trim() !== '');
  const say = texts[languageOf(query)];
  const quote = (unsearched: readonly string[]) => unsearched.map(say.quote).join(', ');
  const searchable = words.filter(namesSomething);
  const empty = words.filter((word) => !namesSomething(word));
  return [
    ...(searchable.length > 0 ? [say.searchable(quote(searchable))] : []),
    ...(empty.length > 0 ? [say.empty(quote(empty))] : []),
  ].map((message) => ({ code: 'words_not_searched', message }));
}
