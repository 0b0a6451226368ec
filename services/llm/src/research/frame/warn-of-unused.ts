import type { ResearchFrame, Warning } from '@lectern/contracts';

/** Names the words of a question that the services are not asked for, so that none goes silently. */
export function warnOfUnused({ unused }: Pick<ResearchFrame, 'unused'>): Warning[] {
  if (unused.length === 0) return [];
  const words = unused.map((word) => `"${word}"`).join(', ');
  return [
    {
      code: 'words_not_searched',
      message: `Not searched for: ${words}. As terms of the frame they would be.`,
    },
  ];
}
