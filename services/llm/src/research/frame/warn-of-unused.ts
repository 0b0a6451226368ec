import type { ResearchFrame, Warning } from '@lectern/contracts';
import { detectLanguage } from '@lectern/grounding';

/** Names the words of a question that the services are not asked for, in its language, so that none goes silently. */
export function warnOfUnused({ unused }: Pick<ResearchFrame, 'unused'>, query: string): Warning[] {
  if (unused.length === 0) return [];
  const isRussian = detectLanguage(query) === 'ru';
  const words = unused.map((word) => (isRussian ? `«${word}»` : `"${word}"`)).join(', ');
  const message = isRussian
    ? `Не искались слова: ${words}. Чтобы искать их, добавьте их к терминам.`
    : `Not searched for: ${words}. To search for them, put them among the terms.`;
  return [{ code: 'words_not_searched', message }];
}
