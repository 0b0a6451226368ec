import type { ResearchFrame, Warning } from '@lectern/contracts';
import { detectLanguage } from '@lectern/grounding';
import { wrongNctPattern } from '../study-numbers.ts';

/** Names the words of a question that the services are not asked for, in its language, so that none goes silently. */
export function warnOfUnused({ unused }: Pick<ResearchFrame, 'unused'>, query: string): Warning[] {
  // A number that no study has finds nothing among the terms either; `warnOfNumbers` tells it.
  const searchable = unused.filter((word) => word.replace(wrongNctPattern, '').trim() !== '');
  if (searchable.length === 0) return [];
  const isRussian = detectLanguage(query) === 'ru';
  const words = searchable.map((word) => (isRussian ? `«${word}»` : `"${word}"`)).join(', ');
  const message = isRussian
    ? `Не искались слова: ${words}. Чтобы искать их, добавьте их к терминам.`
    : `Not searched for: ${words}. To search for them, put them among the terms.`;
  return [{ code: 'words_not_searched', message }];
}
