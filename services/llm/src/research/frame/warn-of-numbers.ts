import type { ResearchFrame, Warning } from '@lectern/contracts';
import { type InEachLanguage, languageOf } from '../answer-language.ts';
import { listWrongNumbers } from '../study-numbers.ts';

/** Of a question that names a study by a number that no study has. */
export const noStudyNumber = 'no_study_number';

const texts: InEachLanguage<{ quote(name: string): string; tell(names: string): string }> = {
  en: {
    quote: (name) => `"${name}"`,
    tell: (names) =>
      `${names}: no study has such a number, which is NCT and eight digits. Check it and ask again.`,
  },
  ru: {
    quote: (name) => `«${name}»`,
    tell: (names) =>
      `${names}: такого номера у исследований не бывает, в нём NCT и восемь цифр. Проверьте номер и спросите ещё раз.`,
  },
};

export function warnOfNumbers({ unused }: Pick<ResearchFrame, 'unused'>, query: string): Warning[] {
  const wrong = listWrongNumbers(unused);
  if (wrong.length === 0) return [];
  const { quote, tell } = texts[languageOf(query)];
  const names = [...new Set(wrong.map((name) => name.toUpperCase()))].map(quote).join(', ');
  return [{ code: noStudyNumber, message: tell(names) }];
}
