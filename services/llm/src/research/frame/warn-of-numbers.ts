import type { ResearchFrame, Warning } from '@lectern/contracts';
import { detectLanguage } from '@lectern/grounding';
import { listWrongNumbers } from '../study-numbers.ts';

/** Of a question that names a study by a number that no study has. */
export const noStudyNumber = 'no_study_number';

export function warnOfNumbers({ unused }: Pick<ResearchFrame, 'unused'>, query: string): Warning[] {
  const wrong = listWrongNumbers(unused);
  if (wrong.length === 0) return [];
  const isRussian = detectLanguage(query) === 'ru';
  const names = [...new Set(wrong.map((name) => name.toUpperCase()))]
    .map((name) => (isRussian ? `«${name}»` : `"${name}"`))
    .join(', ');
  const message = isRussian
    ? `${names}: такого номера у исследований не бывает, в нём NCT и восемь цифр. Проверьте номер и спросите ещё раз.`
    : `${names}: no study has such a number, which is NCT and eight digits. Check it and ask again.`;
  return [{ code: noStudyNumber, message }];
}
