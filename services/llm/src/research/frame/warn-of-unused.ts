import { namesSomething, type ResearchFrame, type Warning } from '@lectern/contracts';
import { detectLanguage } from '@lectern/grounding';
import { wrongNctPattern } from '../study-numbers.ts';

/** Names the words of a question that the services are not asked for, in its language, so that none goes silently. */
export function warnOfUnused({ unused }: Pick<ResearchFrame, 'unused'>, query: string): Warning[] {
  // A number that no study has finds nothing among the terms either; `warnOfNumbers` tells it.
  const words = unused.filter((word) => word.replace(wrongNctPattern, '').trim() !== '');
  const isRussian = detectLanguage(query) === 'ru';
  const quote = (texts: readonly string[]) =>
    texts.map((text) => (isRussian ? `«${text}»` : `"${text}"`)).join(', ');
  const searchable = words.filter(namesSomething);
  const empty = words.filter((word) => !namesSomething(word));
  const messages = isRussian
    ? {
        searchable: `Не искались слова: ${quote(searchable)}. Чтобы искать их, добавьте их к терминам.`,
        empty: `Не искались слова: ${quote(empty)}.`,
      }
    : {
        searchable: `Not searched for: ${quote(searchable)}. To search for them, put them among the terms.`,
        empty: `Not searched for: ${quote(empty)}.`,
      };
  return [
    ...(searchable.length > 0 ? [messages.searchable] : []),
    ...(empty.length > 0 ? [messages.empty] : []),
  ].map((message) => ({ code: 'words_not_searched', message }));
}
