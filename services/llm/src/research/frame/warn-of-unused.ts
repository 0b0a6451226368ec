import type { ResearchFrame, Warning } from '@lectern/contracts';
import { detectLanguage } from '@lectern/grounding';

/** Names the words of a question that the services are not asked for, in its language, so that none goes silently. */
export function warnOfUnused({ unused }: Pick<ResearchFrame, 'unused'>, query: string): Warning[] {
  if (unused.length === 0) return [];
  const isRussian = detectLanguage(query) === 'ru';
  const words = unused.map((word) => (isRussian ? `«${word}»` : `"${word}"`)).join(', ');
  const message = isRussian
    ? `Не искались слова: ${words}. Как термины frame они бы искались.`
    : `Not searched for: ${words}. As terms of the frame they would be.`;
  return [{ code: 'words_not_searched', message }];
}
